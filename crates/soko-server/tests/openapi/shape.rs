//! The shape of a JSON value as a schema: what is there is described, what is null or an
//! empty list says nothing.

use serde_json::{Map, Value, json};

/// The schema of a value.
pub fn shape(value: &Value) -> Value {
    match value {
        Value::Null => json!({}),
        Value::Bool(_) => json!({"type": "boolean"}),
        Value::Number(n) if n.is_f64() => json!({"type": "number"}),
        Value::Number(_) => json!({"type": "integer"}),
        Value::String(_) => json!({"type": "string"}),
        Value::Array(items) => {
            let shapes = items.iter().map(shape);
            let items = shapes.reduce(|a, b| common(&a, &b));
            json!({"type": "array", "items": items.unwrap_or(json!({}))})
        }
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| (name.clone(), shape(value)));
            json!({"type": "object", "properties": fields.collect::<Map<_, _>>()})
        }
    }
}

/// What two shapes have in common; null beside something is something that may be null.
fn common(a: &Value, b: &Value) -> Value {
    match (&a["type"], &b["type"]) {
        (Value::Null, _) => b.clone(),
        (_, Value::Null) => a.clone(),
        (one, other) if one != other => match (one.as_str(), other.as_str()) {
            (Some("integer" | "number"), Some("integer" | "number")) => json!({"type": "number"}),
            _ => json!({}),
        },
        (kind, _) if kind == "object" => {
            let mut fields = a["properties"].as_object().cloned().unwrap_or_default();
            for (name, value) in b["properties"].as_object().into_iter().flatten() {
                let both = fields
                    .get(name)
                    .map_or_else(|| value.clone(), |own| common(own, value));
                fields.insert(name.clone(), both);
            }
            json!({"type": "object", "properties": fields})
        }
        (kind, _) if kind == "array" => {
            json!({"type": "array", "items": common(&a["items"], &b["items"])})
        }
        _ => a.clone(),
    }
}

#[test]
fn what_lists_hold_is_what_their_items_have_in_common() {
    let value = json!([{"a": 1, "b": null, "c": "x"}, {"a": 1.5, "b": [true], "d": 2}]);
    let fields = &shape(&value)["items"]["properties"];
    assert_eq!(fields["a"], json!({"type": "number"}));
    assert_eq!(
        fields["b"],
        json!({"type": "array", "items": {"type": "boolean"}})
    );
    assert_eq!(fields["c"], json!({"type": "string"}));
    assert_eq!(fields["d"], json!({"type": "integer"}));
    assert_eq!(shape(&json!([1, "x"]))["items"], json!({}));
}
