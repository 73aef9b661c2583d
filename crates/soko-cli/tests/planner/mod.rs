//! A planner for tests: typed actions with positive preconditions and costs, solved by
//! exhausting the states, cheapest first. Slow, short, and without any idea of what
//! the problem is about.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A text in brackets.
#[derive(Debug)]
enum Expr {
    Word(String),
    List(Vec<Expr>),
}

impl Expr {
    fn read(text: &str) -> Expr {
        let without_comments: String = text
            .lines()
            .flat_map(|l| l.split(';').next())
            .collect::<Vec<_>>()
            .join("\n");
        let spaced = without_comments.replace('(', " ( ").replace(')', " ) ");
        let mut stack = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" => stack.push(Vec::new()),
                ")" => {
                    let list = stack.pop().expect("brackets that match");
                    stack
                        .last_mut()
                        .expect("brackets that match")
                        .push(Expr::List(list));
                }
                word => stack
                    .last_mut()
                    .expect("a list")
                    .push(Expr::Word(word.to_lowercase())),
            }
        }
        assert_eq!(stack.len(), 1, "brackets that match");
        stack
            .pop()
            .and_then(|mut all| all.pop())
            .expect("one text in brackets")
    }

    fn list(&self) -> &[Expr] {
        match self {
            Expr::List(list) => list,
            Expr::Word(word) => panic!("{word} is no list"),
        }
    }

    fn word(&self) -> &str {
        match self {
            Expr::Word(word) => word,
            Expr::List(list) => panic!("{list:?} is no word"),
        }
    }

    /// The list that begins with this word.
    fn part(&self, name: &str) -> &[Expr] {
        let mut lists = self.list().iter().filter_map(|expr| match expr {
            Expr::List(list) => Some(list),
            Expr::Word(_) => None,
        });
        let found =
            lists.find(|list| matches!(list.first(), Some(Expr::Word(word)) if word == name));
        found.unwrap_or_else(|| panic!("there is a part {name}"))
    }

    fn atom(&self) -> Atom {
        self.list()
            .iter()
            .map(|word| word.word().to_owned())
            .collect()
    }

    /// The parts of a conjunction.
    fn conjuncts(&self) -> &[Expr] {
        assert_eq!(self.list()[0].word(), "and");
        &self.list()[1..]
    }
}

/// A predicate and what it is about: names, or parameters in an action.
type Atom = Vec<String>;
type State = BTreeSet<Atom>;
type Binding = BTreeMap<String, String>;
/// The states reached, with their costs, and from where by what.
type Reached = BTreeMap<State, (u64, Option<(State, Atom)>)>;

struct Action {
    name: String,
    /// Names with their types.
    parameters: Vec<(String, String)>,
    wanted: Vec<Atom>,
    added: Vec<Atom>,
    removed: Vec<Atom>,
    cost: u64,
}

/// What kind each thing is, and of which kind that is one.
struct Types(BTreeMap<String, String>);

impl Types {
    fn is_a(&self, name: &str, kind: &str) -> bool {
        let above = self.0.get(name).filter(|above| *above != name);
        name == kind || above.is_some_and(|above| self.is_a(above, kind))
    }
}

/// Names with their types: `a b - kind c - other`.
fn typed(words: &[Expr]) -> Vec<(String, String)> {
    let words: Vec<&str> = words.iter().map(Expr::word).collect();
    let mut all = Vec::new();
    for part in words.split_inclusive(|word| *word == "-") {
        let names = part.strip_suffix(&["-"]).unwrap_or(part);
        // What stands before the names is the type of those before.
        all.push(names);
    }
    let mut typed = Vec::new();
    for pair in all.windows(2) {
        let skipped = usize::from(!typed.is_empty());
        let kind = pair[1][0].to_owned();
        typed.extend(
            pair[0][skipped..]
                .iter()
                .map(|&name| (name.to_owned(), kind.clone())),
        );
    }
    typed
}

/// What is to be planned.
pub struct Task {
    types: Types,
    actions: Vec<Action>,
    start: State,
    goal: Vec<Atom>,
}

/// A cheapest plan.
pub struct Plan {
    /// Its cost.
    pub cost: u64,
    actions: Vec<Atom>,
}

impl Plan {
    /// As planners write it.
    pub fn text(&self) -> String {
        let lines = self
            .actions
            .iter()
            .map(|action| format!("({})\n", action.join(" ")));
        let text: String = lines.collect();
        format!("{text}; cost = {} (general cost)\n", self.cost)
    }
}

impl Action {
    fn read(parts: &[Expr]) -> Action {
        let after = |key: &str| {
            let index = parts
                .iter()
                .position(|p| matches!(p, Expr::Word(w) if w == key));
            &parts[index.expect("a key of an action") + 1]
        };
        let parameters = typed(after(":parameters").list());
        let (mut added, mut removed, mut cost) = (Vec::new(), Vec::new(), 0);
        for effect in after(":effect").conjuncts() {
            match effect.list()[0].word() {
                "not" => removed.push(effect.list()[1].atom()),
                "increase" => cost = effect.list()[2].word().parse().expect("a number"),
                _ => added.push(effect.atom()),
            }
        }
        Action {
            name: parts[1].word().to_owned(),
            parameters,
            wanted: after(":precondition")
                .conjuncts()
                .iter()
                .map(Expr::atom)
                .collect(),
            added,
            removed,
            cost,
        }
    }

    /// All ways to fill in the parameters so that types are right and what is wanted
    /// holds.
    fn bindings(&self, state: &State, types: &Types) -> Vec<Binding> {
        let mut partial = vec![Binding::new()];
        for wanted in &self.wanted {
            let of_kind = state
                .range(vec![wanted[0].clone()]..)
                .take_while(|a| a[0] == wanted[0]);
            let atoms: Vec<&Atom> = of_kind.collect();
            let mut next = Vec::new();
            for binding in &partial {
                next.extend(
                    atoms
                        .iter()
                        .filter_map(|atom| unified(binding, wanted, atom)),
                );
            }
            partial = next;
        }
        let fits = |binding: &Binding| {
            let mut parameters = self.parameters.iter();
            parameters.all(|(name, kind)| types.is_a(&binding[name], kind))
        };
        partial.retain(fits);
        partial
    }

    fn done(&self, state: &State, binding: &Binding) -> State {
        let mut state = state.clone();
        // What is removed and added at once is there afterwards.
        for atom in &self.removed {
            state.remove(&filled(atom, binding));
        }
        state.extend(self.added.iter().map(|atom| filled(atom, binding)));
        state
    }

    fn written(&self, binding: &Binding) -> Atom {
        let values = self
            .parameters
            .iter()
            .map(|(name, _)| binding[name].clone());
        [self.name.clone()].into_iter().chain(values).collect()
    }
}

fn unified(binding: &Binding, wanted: &Atom, atom: &Atom) -> Option<Binding> {
    let mut binding = binding.clone();
    for (name, value) in wanted.iter().zip(atom).skip(1) {
        if binding.entry(name.clone()).or_insert_with(|| value.clone()) != value {
            return None;
        }
    }
    Some(binding)
}

fn filled(atom: &Atom, binding: &Binding) -> Atom {
    let fill = |word: &String| binding.get(word).unwrap_or(word).clone();
    atom.iter().map(fill).collect()
}

impl Task {
    /// Reads the rules and the problem.
    pub fn read(domain: &str, problem: &str) -> Task {
        let (domain, problem) = (Expr::read(domain), Expr::read(problem));
        let actions = domain.list().iter().filter_map(|part| match part {
            Expr::List(parts) if parts[0].word() == ":action" => Some(Action::read(parts)),
            _ => None,
        });
        let is_atom = |expr: &&Expr| expr.list()[0].word() != "=";
        let start = problem.part(":init")[1..].iter().filter(is_atom);
        let kinds = typed(&domain.part(":types")[1..]).into_iter();
        let types = Types(kinds.chain(typed(&problem.part(":objects")[1..])).collect());
        Task {
            types,
            actions: actions.collect(),
            start: start.map(Expr::atom).collect(),
            goal: problem.part(":goal")[1]
                .conjuncts()
                .iter()
                .map(Expr::atom)
                .collect(),
        }
    }

    /// A plan than which none is cheaper, if there is any. Costs are 0 or 1, so a
    /// queue with two ends keeps the cheapest in front.
    pub fn cheapest_plan(&self) -> Option<Plan> {
        let mut reached = Reached::new();
        let mut queue = VecDeque::from([(0, self.start.clone(), None)]);
        while let Some((cost, state, from)) = queue.pop_front() {
            if reached.contains_key(&state) {
                continue;
            }
            reached.insert(state.clone(), (cost, from));
            if self.goal.iter().all(|atom| state.contains(atom)) {
                let actions = way_to(&reached, state);
                return Some(Plan { cost, actions });
            }
            for action in &self.actions {
                for binding in action.bindings(&state, &self.types) {
                    let next = action.done(&state, &binding);
                    let from = Some((state.clone(), action.written(&binding)));
                    match action.cost {
                        0 => queue.push_front((cost, next, from)),
                        _ => queue.push_back((cost + 1, next, from)),
                    }
                }
            }
        }
        None
    }
}

fn way_to(reached: &Reached, mut state: State) -> Vec<Atom> {
    let mut actions = Vec::new();
    while let Some((before, action)) = &reached[&state].1 {
        actions.push(action.clone());
        state = before.clone();
    }
    actions.reverse();
    actions
}
