//! The errors of readers: an error in the text, or a failure of the stream.

/// Implements `Display` and `Error` for a type with the variants `Parse` and `Io`.
macro_rules! read_error {
    ($error:ident) => {
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    Self::Parse(error) => error.fmt(f),
                    Self::Io(error) => error.fmt(f),
                }
            }
        }

        impl std::error::Error for $error {
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                match self {
                    Self::Parse(error) => Some(error),
                    Self::Io(error) => Some(error),
                }
            }
        }
    };
}
