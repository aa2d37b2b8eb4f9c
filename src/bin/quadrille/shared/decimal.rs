//! A counter as decimal digits.

/// A number as decimal digits. Adding one changes one digit, and more only after a 9.
#[derive(Clone, Debug)]
pub(crate) struct Decimal {
    /// The digits, at the end.
    digits: [u8; 39],
    start: usize,
}

impl Decimal {
    pub(crate) fn new(number: u128) -> Self {
        let mut decimal = Self { digits: [b'0'; 39], start: 39 };
        let mut left = number;
        while left > 0 || decimal.start == 39 {
            decimal.start -= 1;
            decimal.digits[decimal.start] = b'0' + (left % 10) as u8;
            left /= 10;
        }
        decimal
    }

    /// Adds one.
    #[inline]
    pub(crate) fn increase(&mut self) {
        for at in (0..self.digits.len()).rev() {
            self.start = self.start.min(at);
            if self.digits[at] < b'9' {
                self.digits[at] += 1;
                return;
            }
            self.digits[at] = b'0';
        }
    }

    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.digits[self.start..]
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn numbers_are_written_as_by_the_standard_library() {
        for start in [0, 8, 98, 1_234_567_899, u128::from(u64::MAX) - 1, u128::MAX - 3] {
            let mut decimal = Decimal::new(start);
            for number in start..=start.saturating_add(3) {
                assert_eq!(decimal.as_bytes(), number.to_string().as_bytes());
                decimal.increase();
            }
        }
    }
}
