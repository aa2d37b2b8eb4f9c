//! A counter as decimal digits.

/// A number as decimal digits. Adding one changes only the last digit, unless it is 9.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decimal(Vec<u8>);

impl Decimal {
    pub(crate) fn new(number: u128) -> Self {
        Self(number.to_string().into_bytes())
    }

    /// Resets the number to 0 without an allocation. It then has no digits.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub(crate) fn increase(&mut self) {
        for digit in self.0.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.0.insert(0, b'1');
    }

    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}
