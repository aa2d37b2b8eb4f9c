//! Types whose values have names.

/// Gives an enum without fields the list of its values, their names, `Display`, and `FromStr` with
/// an error that lists the names.
macro_rules! named {
    ($type:ident, $unknown:ident, $kind:literal: $($value:ident = $name:literal),+ $(,)?) => {
        impl $type {
            #[doc = concat!("Every ", $kind, ".")]
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            #[doc = concat!("Returns the name of the ", $kind, ", as `FromStr` reads it.")]
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        #[doc = concat!("The error for a name that no ", $kind, " has.")]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $unknown(pub String);

        impl std::fmt::Display for $unknown {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let (kind, names) = ($kind, [$($name),+].join(", "));
                write!(f, "there is no {kind} `{}`: choose one of {names}", self.0)
            }
        }

        impl std::error::Error for $unknown {}

        impl std::str::FromStr for $type {
            type Err = $unknown;

            fn from_str(name: &str) -> Result<Self, $unknown> {
                let known = Self::ALL.into_iter().find(|value| value.name() == name);
                known.ok_or_else(|| $unknown(name.to_owned()))
            }
        }
    };
}
