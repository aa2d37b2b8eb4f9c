//! The list of what is measured, `benches/cases.toml`.

#[path = "../benches/cases/mod.rs"]
mod cases;

#[test]
fn the_list_can_be_read() {
    let cases = cases::read(cases::CASES).unwrap_or_else(|error| panic!("{error}"));
    assert!(cases.len() > 20);
}
