//! No two modules of a crate use each other, directly or by a detour, and no
//! function is longer than a look.
//!
//! The sources are parsed. A module uses another if a path in it, followed
//! through re-exports, ends at an item of the other. A module that hands on the
//! names of its own children does not use them by that.

use super::{crates, root, sources};
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::{self, Visit};

/// The longest function that is let pass, in lines.
const LONGEST_FUNCTION: usize = 60;

/// The names on the way from the root of the crate.
type ModulePath = Vec<String>;

#[derive(Default)]
struct Module {
    /// Paths that its code names, as written.
    paths: Vec<Vec<String>>,
    /// Names that it hands on: what each stands for, as written.
    re_exports: BTreeMap<String, Vec<String>>,
    /// Names that it imports for itself: what each stands for, as written.
    imports: BTreeMap<String, Vec<String>>,
}

/// Whether something is compiled for tests alone.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        let condition = attribute.parse_args::<syn::Ident>();
        path.is_ident("test") || path.is_ident("cfg") && condition.is_ok_and(|word| word == "test")
    })
}

/// All (name, path) pairs of a use declaration.
fn leaves(tree: &syn::UseTree, before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        syn::UseTree::Path(path) => leaves(&path.tree, &with(&path.ident), found),
        syn::UseTree::Name(name) if name.ident == "self" => {
            let last = before.last().cloned().unwrap_or_default();
            found.push((last, before.to_vec()));
        }
        syn::UseTree::Name(name) => found.push((name.ident.to_string(), with(&name.ident))),
        syn::UseTree::Rename(rename) => {
            found.push((rename.rename.to_string(), with(&rename.ident)));
        }
        syn::UseTree::Glob(_) => found.push(("*".into(), before.to_vec())),
        syn::UseTree::Group(group) => {
            group
                .items
                .iter()
                .for_each(|tree| leaves(tree, before, found));
        }
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes: &[syn::Attribute] = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => &[],
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut found = Vec::new();
        leaves(&item.tree, &[], &mut found);
        let names = match item.vis {
            syn::Visibility::Inherited => &mut self.imports,
            _ => &mut self.re_exports,
        };
        names.extend(found);
    }

    /// `pub(super)` uses nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        self.paths.push(names.collect());
        visit::visit_path(self, path);
    }
}

/// The modules of a crate by their paths.
struct Modules(BTreeMap<ModulePath, Module>);

impl Modules {
    fn of_crate(folder: &Path) -> Modules {
        let mut files = Vec::new();
        sources(folder, &mut files);
        let modules = files.iter().map(|file| {
            let inner = file.strip_prefix(folder).unwrap().with_extension("");
            let parts = inner.iter().map(|part| part.to_string_lossy().into_owned());
            let mut path: ModulePath = parts.collect();
            if matches!(
                path.last().map(String::as_str),
                Some("mod" | "lib" | "main")
            ) {
                path.pop();
            }
            let text = std::fs::read_to_string(file).unwrap();
            let mut module = Module::default();
            module.visit_file(&syn::parse_file(&text).unwrap());
            (path, module)
        });
        let mut all = BTreeMap::new();
        for (path, module) in modules {
            if !path.iter().any(|name| name == "tests") {
                all.insert(path, module);
            }
        }
        Modules(all)
    }

    /// The module in which the item that a path names is at home; none if it is in
    /// another crate.
    fn home(&self, from: &ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        let (first, rest) = path.split_first()?;
        let mut at = from.clone();
        let rest = match first.as_str() {
            "crate" => {
                at.clear();
                rest
            }
            "self" => rest,
            "super" => {
                at.pop();
                rest
            }
            name if self.0.contains_key(&[&at[..], &[name.into()]].concat()) => path,
            name => {
                let import = self.0[from].imports.get(name)?;
                // A name that is imported under its own name is at home elsewhere.
                let whole = [&import[..], rest].concat();
                return (depth < 8 && import[..] != path[..1])
                    .then(|| self.home(from, &whole, depth + 1))?;
            }
        };
        self.descend(at, rest, depth)
    }

    fn descend(&self, mut at: ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        for (index, name) in path.iter().enumerate() {
            if name == "super" {
                at.pop();
                continue;
            }
            let child = [&at[..], std::slice::from_ref(name)].concat();
            if self.0.contains_key(&child) {
                at = child;
            } else if let Some(target) = self.0[&at].re_exports.get(name) {
                let whole = [&target[..], &path[index + 1..]].concat();
                return (depth < 8).then(|| self.home(&at, &whole, depth + 1))?;
            } else {
                break;
            }
        }
        Some(at)
    }

    /// The modules that a module uses.
    fn used_by(&self, path: &ModulePath) -> BTreeSet<ModulePath> {
        let module = &self.0[path];
        let handed_on = (module.re_exports.values()).filter(|target| {
            self.home(path, target, 0)
                .is_some_and(|home| !home.starts_with(path))
        });
        let named = (module.paths.iter())
            .chain(module.imports.values())
            .chain(handed_on);
        let homes = named.filter_map(|written| self.home(path, written, 0));
        homes.filter(|home| home != path).collect()
    }

    /// Groups of modules each of which uses, by some detour, every other.
    fn cycles(&self) -> Vec<Vec<String>> {
        let uses: BTreeMap<_, _> = self
            .0
            .keys()
            .map(|path| (path, self.used_by(path)))
            .collect();
        let reached = |from: &ModulePath| {
            let mut found = BTreeSet::new();
            let mut open: Vec<&ModulePath> = vec![from];
            while let Some(at) = open.pop() {
                let new = uses[at].iter().filter(|next| found.insert((*next).clone()));
                open.extend(new.collect::<Vec<_>>());
            }
            found
        };
        let reach: BTreeMap<_, _> = self.0.keys().map(|path| (path, reached(path))).collect();
        let mut groups = BTreeSet::new();
        for (path, reached) in &reach {
            let group: Vec<String> = (reached.iter())
                .filter(|other| reach[other].contains(*path))
                .map(|other| format!("{}: {}", other.join("::"), self.told_uses(other, &uses)))
                .collect();
            if group.len() > 1 {
                groups.insert(group);
            }
        }
        groups.into_iter().collect()
    }

    fn told_uses(
        &self,
        path: &ModulePath,
        uses: &BTreeMap<&ModulePath, BTreeSet<ModulePath>>,
    ) -> String {
        let told: Vec<String> = uses[path].iter().map(|used| used.join("::")).collect();
        told.join(" ")
    }
}

#[test]
fn no_modules_use_each_other() {
    let mut told = Vec::new();
    for name in crates() {
        let modules = Modules::of_crate(&root().join("crates").join(&name).join("src"));
        for group in modules.cycles() {
            told.push(format!("{name}:\n    {}", group.join("\n    ")));
        }
    }
    assert!(
        told.is_empty(),
        "modules that use each other:\n{}",
        told.join("\n")
    );
}

/// The functions of a file that are too long.
#[derive(Default)]
struct LongFunctions(Vec<(String, usize)>);

impl LongFunctions {
    fn measure(&mut self, name: &syn::Ident, whole: Span) {
        let lines = whole.end().line + 1 - whole.start().line;
        if lines > LONGEST_FUNCTION {
            self.0.push((name.to_string(), lines));
        }
    }
}

impl<'ast> Visit<'ast> for LongFunctions {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let span = item.sig.fn_token.span;
        self.measure(
            &item.sig.ident,
            span.join(item.block.brace_token.span.close())
                .unwrap_or(span),
        );
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let span = item.sig.fn_token.span;
        self.measure(
            &item.sig.ident,
            span.join(item.block.brace_token.span.close())
                .unwrap_or(span),
        );
        visit::visit_impl_item_fn(self, item);
    }
}

#[test]
fn functions_are_read_in_one_look() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    let mut told = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut long = LongFunctions::default();
        long.visit_file(&syn::parse_file(&text).unwrap());
        let tell =
            |(name, lines): &(String, usize)| format!("{}: {name}, {lines} lines", file.display());
        told.extend(long.0.iter().map(tell));
    }
    assert!(
        told.is_empty(),
        "longer than {LONGEST_FUNCTION} lines:\n{}",
        told.join("\n")
    );
}
