//! As much of JSON Schema as `docs/json-lines.schema.json` uses, and strict: a key
//! that the schema does not name is a fault, so that nothing goes unpublished.

use serde_json::Value;

/// The published schema.
pub struct Schema(Value);

impl Schema {
    pub fn published() -> Schema {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../docs/json-lines.schema.json"
        );
        let text = std::fs::read_to_string(path).expect("the schema is there");
        Schema(serde_json::from_str(&text).expect("the schema is JSON"))
    }

    /// The names of the shapes that a line may have.
    pub fn lines(&self) -> Vec<&str> {
        let all = self.0["anyOf"].as_array().expect("shapes");
        all.iter()
            .map(|shape| shape["$ref"].as_str().expect("a reference"))
            .map(|name| name.strip_prefix("#/$defs/").expect("of this file"))
            .collect()
    }

    /// What is wrong with a line that should have the shape of this name.
    pub fn faults(&self, name: &str, line: &Value) -> Vec<String> {
        let shape = &self.0["$defs"][name];
        assert!(shape.is_object(), "the schema has no shape {name}");
        let mut faults = Vec::new();
        self.check(shape, line, name, &mut faults);
        faults
    }

    fn check(&self, shape: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        for (word, rule) in shape.as_object().expect("a shape is an object") {
            let holds = match word.as_str() {
                "description" => true,
                "$ref" => {
                    let name = rule.as_str().expect("a name");
                    let name = name.strip_prefix("#/$defs/").expect("of this file");
                    self.check(&self.0["$defs"][name], value, at, faults);
                    true
                }
                "const" => value == rule,
                "enum" => rule.as_array().expect("values").contains(value),
                "minimum" => value.as_f64().is_none_or(|n| n >= rule.as_f64().unwrap()),
                "type" => has_type(rule, value),
                "anyOf" => rule.as_array().expect("shapes").iter().any(|shape| {
                    let mut inner = Vec::new();
                    self.check(shape, value, at, &mut inner);
                    inner.is_empty()
                }),
                "required" => {
                    let mut keys = rule.as_array().expect("keys").iter();
                    keys.all(|key| value.get(key.as_str().unwrap()).is_some())
                }
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        self.check(rule, item, at, faults);
                    }
                    true
                }
                "properties" => {
                    for (key, inner) in value.as_object().into_iter().flatten() {
                        match rule.get(key) {
                            Some(rule) => self.check(rule, inner, &format!("{at}.{key}"), faults),
                            None => faults.push(format!("{at}.{key} is not in the schema")),
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    if rule.is_object() {
                        for (_, inner) in value.as_object().into_iter().flatten() {
                            self.check(rule, inner, at, faults);
                        }
                    }
                    true
                }
                _ => panic!("{word} is not known here"),
            };
            if !holds {
                faults.push(format!("{at}: {word} {rule} does not hold for {value}"));
            }
        }
    }
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().expect("the name of a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other}"),
    };
    match types {
        Value::Array(types) => types.iter().any(is),
        one => is(one),
    }
}
