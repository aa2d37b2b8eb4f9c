//! The ids of items, options and colors. All three are numbered from 0 in the order in which they
//! appear in a problem.
//!
//! The ids are newtypes over `u32`. The type checker keeps them apart, and on 64-bit systems their
//! arrays take half the memory of arrays of `usize`.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// Returns the id with this number, counted from 0.
            #[must_use]
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// Returns the number of the id, counted from 0.
            #[must_use]
            pub const fn get(self) -> u32 {
                self.0
            }

            /// Returns the number of the id as an array index.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<u32> for $name {
            fn from(number: u32) -> Self {
                Self(number)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// An item (a column of the matrix), which must or may be covered.
    ///
    /// ```
    /// use quadrille::ItemId;
    /// let item = ItemId::new(3);
    /// assert_eq!((item.get(), item.index(), item.to_string()), (3, 3, "3".to_string()));
    /// ```
    ItemId
}

id! {
    /// An option (a row of the matrix): a set of items that are covered together if the option is
    /// chosen.
    ///
    /// ```
    /// use quadrille::OptionId;
    /// assert!(OptionId::new(1) < OptionId::from(2));
    /// ```
    OptionId
}

id! {
    /// A color that an option gives to a secondary item. Colors are numbered from 0 in the order in
    /// which a problem first mentions them.
    ///
    /// ```
    /// use quadrille::Color;
    /// assert_eq!(Color::new(0).to_string(), "0");
    /// ```
    Color
}
