//! An engine of any type, in a box.

use std::any::Any;
use std::fmt::Debug;

use super::Engine;

/// An engine whose type is not known at compile time. The trait is implemented for every `'static`
/// engine that is `Clone`, `Debug`, `Send` and `Sync`.
///
/// Each call is a virtual call, which costs a few nanoseconds per cover or per batch of covers.
///
/// ```
/// use quadrille::engine::{filter::Filter, links::Links};
/// use quadrille::search::{Engine, EngineObject};
/// let problem: quadrille::Problem = "a b\na\nb\na b\n".parse()?;
/// let mut engines: Vec<Box<dyn EngineObject>> =
///     vec![Box::new(Links::new(&problem)), Box::new(Filter::new(&problem)?)];
/// for engine in &mut engines.clone() {
///     assert_eq!(engine.skip(u64::MAX, u64::MAX).0, 2);
/// }
/// assert_eq!(engines[0].stats().nodes, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait EngineObject: Engine + Any + Debug + Send + Sync {
    /// Returns a copy of the engine.
    fn boxed(&self) -> Box<dyn EngineObject>;
}

impl<E: Engine + Any + Clone + Debug + Send + Sync> EngineObject for E {
    fn boxed(&self) -> Box<dyn EngineObject> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn EngineObject> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}
