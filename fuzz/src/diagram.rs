//! The parser and the writer of diagrams of covers. Any bytes give a diagram, or an error with a
//! line number. A diagram is written and read back unchanged, and the number of covers that it
//! reports is the number of covers that it lists.

use std::collections::BTreeSet;

use quadrille::Diagram;

use crate::text::lines;

/// The largest number of covers that a diagram may have to be listed in full.
const MOST: usize = 300;

pub fn run(bytes: &[u8]) {
    let diagram = match Diagram::read(bytes) {
        Ok(diagram) => diagram,
        Err(error) => {
            let message = error.to_string();
            assert_eq!(message.lines().count(), 1, "{message:?}");
            let lines = if bytes.is_empty() { 0 } else { lines(bytes).len() };
            assert!((1..=lines + 1).contains(&error.line), "{message}: the text has {lines} lines");
            return;
        }
    };
    let text = written(&diagram);
    let again = Diagram::read(&*text).expect("what was written can be read");
    assert_eq!(written(&again), text);
    let count = diagram.count();
    assert_eq!(count, again.count());
    assert_eq!(diagram.is_empty(), count == 0);
    let covers: Vec<_> = diagram.iter().take(MOST + 1).collect();
    assert_eq!(covers, again.iter().take(MOST + 1).collect::<Vec<_>>());
    if covers.len() <= MOST {
        assert_eq!(count, covers.len() as u64);
    } else {
        assert!(count.is_at_least(MOST as u64 + 1));
    }
    for (index, cover) in covers.iter().take(20).enumerate() {
        assert_eq!(diagram.counts().nth(&index.into()).as_ref(), Some(cover));
        assert!(cover.iter().all(|option| option.index() < diagram.option_count()));
    }
    assert_eq!(diagram.counts().nth(&count.to_big()), None);
    // The costs are checked only if parts are disjoint and no cover occurs twice, as in the diagram
    // of a problem. The parser checks neither.
    if !has_disjoint_parts(&String::from_utf8_lossy(&text))
        || covers.iter().collect::<BTreeSet<_>>().len() < covers.len()
    {
        return;
    }
    let cost = |option: quadrille::OptionId| i64::from(option.get() % 7) - 3;
    let (least, most) = (diagram.min_cost(cost), diagram.max_cost(cost));
    assert_eq!(least.is_none(), diagram.is_empty());
    if let (Some((least, _)), Some((most, _))) = (least, most) {
        let costs = covers
            .iter()
            .map(|cover| cover.iter().map(|&option| i128::from(cost(option))).sum::<i128>());
        assert!(costs.clone().all(|cost| (least..=most).contains(&cost)), "{least} to {most}");
        assert!(
            covers.len() > MOST
                || costs.clone().min() == Some(least) && costs.clone().max() == Some(most)
        );
    }
    diagram.write_dot(Vec::new(), |option| option.to_string()).expect("memory takes everything");
}

/// True if no edge has an option twice or an option of a node below it, and no factor has an option
/// of another factor.
fn has_disjoint_parts(text: &str) -> bool {
    let mut nodes = vec![BTreeSet::new(), BTreeSet::new()];
    for line in text.lines().skip(2) {
        let Some(words) = line.strip_prefix(['+', '*']) else { continue };
        let mut node = BTreeSet::new();
        for word in words.split_whitespace() {
            let (options, child) = word.split_once('>').unwrap_or(("", word));
            let child: &BTreeSet<&str> = &nodes[child.parse::<usize>().expect("it is a node")];
            let mut edge = child.clone();
            let mut options = options.split(',').filter(|option| !option.is_empty());
            if !options.all(|option| edge.insert(option)) {
                return false;
            }
            if line.starts_with('*') && !edge.is_disjoint(&node) {
                return false;
            }
            node.extend(edge);
        }
        nodes.push(node);
    }
    true
}

fn written(diagram: &Diagram) -> Vec<u8> {
    let mut text = Vec::new();
    diagram.write(&mut text).expect("memory takes everything");
    text
}
