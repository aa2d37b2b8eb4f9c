//! Forms of text that are not UTF-8, told by their first bytes.

/// Returns the name of the form of a text that is not UTF-8, if its first bytes tell.
pub(crate) fn other_encoding(start: &[u8]) -> Option<&'static str> {
    match start {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some("text in UTF-16"),
        [0x1F, 0x8B, ..] => Some("a file compressed by gzip"),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some("a file compressed by zstd"),
        [b'P', b'K', 3, 4, ..] => Some("a zip archive"),
        _ => None,
    }
}
