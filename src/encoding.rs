//! Text encodings other than UTF-8, and compressed files, recognized by their first bytes.

/// Returns the name of the encoding or format of input that is not UTF-8, if its first bytes
/// identify it.
pub(crate) fn other_encoding(start: &[u8]) -> Option<&'static str> {
    match start {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some("text in UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some("text in UTF-16"),
        [0x1F, 0x8B, ..] => Some("a file compressed by gzip"),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some("a file compressed by zstd"),
        [b'P', b'K', 3, 4, ..] => Some("a zip archive"),
        [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', b'S', b'Y', ..] => {
            Some("a file compressed by bzip2")
        }
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some("a file compressed by xz"),
        // Without a byte order mark, the zeros next to the first characters identify the encoding.
        [1..=255, 0, 0, 0, ..] | [0, 0, 0, 1..=255, ..] => Some("text in UTF-32"),
        [1..=255, 0, 1..=255, 0, ..] | [0, 1..=255, 0, 1..=255, ..] => Some("text in UTF-16"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_by_their_first_bytes() {
        let utf_16: Vec<u16> = "53..7".encode_utf16().collect();
        let utf_32: Vec<u32> = "53..7".chars().map(u32::from).collect();
        let marked = |mark, text: &[u16]| [&[mark][..], text].concat();
        let of = |bytes: Vec<u8>| other_encoding(&bytes);
        for text in [utf_16.clone(), marked(0xFEFF, &utf_16)] {
            let bytes = |unit: fn(u16) -> [u8; 2]| text.iter().copied().flat_map(unit).collect();
            assert_eq!(of(bytes(u16::to_le_bytes)), Some("text in UTF-16"));
            assert_eq!(of(bytes(u16::to_be_bytes)), Some("text in UTF-16"));
        }
        for text in [utf_32.clone(), [&[0xFEFF][..], &utf_32].concat()] {
            let bytes = |unit: fn(u32) -> [u8; 4]| text.iter().copied().flat_map(unit).collect();
            assert_eq!(of(bytes(u32::to_le_bytes)), Some("text in UTF-32"));
            assert_eq!(of(bytes(u32::to_be_bytes)), Some("text in UTF-32"));
        }
        assert_eq!(of(b"BZh91AY&SY\x01".to_vec()), Some("a file compressed by bzip2"));
        assert_eq!(of(b"\xFD7zXZ\0".to_vec()), Some("a file compressed by xz"));
        for text in ["53..7", "BZh9", "BZh91", "xz", ""] {
            assert_eq!(of(text.into()), None, "{text}");
        }
    }
}
