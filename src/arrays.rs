//! Arrays that are filled by a loop.

/// Returns an array with the value of a function for each index. `filler` can be any value.
///
/// `std::array::from_fn` and `map` of arrays call their closures through functions that the
/// compiler inlines only within a codegen unit. A program compiled in many units without link-time
/// optimization then makes a call for each element. In a Sudoku search, these calls took ten
/// times as long as all other work. So inner loops use this function.
#[inline(always)]
pub(crate) fn filled<T: Copy, const N: usize>(
    filler: T,
    mut value: impl FnMut(usize) -> T,
) -> [T; N] {
    let mut array = [filler; N];
    for (at, place) in array.iter_mut().enumerate() {
        *place = value(at);
    }
    array
}

/// Returns the inverse of a permutation, which is given as the images of 0, 1, and so on.
pub(crate) fn inverse<const N: usize>(images: [u8; N]) -> [u8; N] {
    let mut inverse = [0; N];
    (0..).zip(images).for_each(|(from, to)| inverse[usize::from(to)] = from);
    inverse
}
