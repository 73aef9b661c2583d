//! The description as an OpenAPI document.

use super::shape::shape;
use serde_json::{Map, Value, json};
use soko_page::Question;
use soko_page::example::JobExample;

/// A request, and what its example was answered with.
pub struct Answered {
    method: String,
    path: String,
    about: String,
    body: Value,
    required: Vec<String>,
    answer: Value,
    /// The kind of job, if it is one.
    kind: Option<String>,
}

impl Answered {
    pub fn question(
        question: &Question,
        body: Value,
        required: Vec<String>,
        answer: Value,
    ) -> Self {
        Answered {
            method: question.method.name().to_lowercase(),
            path: question.path.into(),
            about: question.about.into(),
            body,
            required,
            answer,
            kind: None,
        }
    }

    pub fn job(example: &JobExample, answer: Value) -> Self {
        Answered {
            method: "post".into(),
            path: "jobs".into(),
            about: example.about.into(),
            body: example.job.clone(),
            required: vec!["type".into()],
            answer,
            kind: Some(example.kind.into()),
        }
    }

    /// The shape of the body, in which a job names its kind.
    fn body_shape(&self) -> Value {
        let mut described = shape(&self.body);
        described["required"] = json!(self.required);
        if let Some(kind) = &self.kind {
            described["title"] = json!(kind);
            described["properties"]["type"] = json!({"const": kind});
        }
        described
    }
}

const ABOUT: &str = "\
What the page of Sokoscope asks, for other programs. `soko serve` answers it without the \
page and prints the token that every request carries in the header `x-soko-token`. \
Nothing is kept between two requests but what the player keeps: each carries the level as \
text and the game as moves. A cell is `row * width + column`, both from 0. The examples \
have been asked, and the schemas of answers are those of the answers that came; a schema \
without a type may be null.";

/// The whole document.
pub fn document(all: &[Answered]) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for one in all.iter().filter(|one| one.kind.is_none()) {
        let path = paths
            .entry(format!("/api/{}", one.path))
            .or_insert(json!({}));
        path[&one.method] = operation(one);
    }
    let jobs: Vec<&Answered> = all.iter().filter(|one| one.kind.is_some()).collect();
    paths.insert("/api/jobs".into(), json!({"post": job_operation(&jobs)}));
    paths.sort_keys();
    let token = json!({"type": "apiKey", "in": "header", "name": "x-soko-token"});
    let error = json!({"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]});
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Sokoscope", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT},
        "servers": [{"url": "http://127.0.0.1:7271"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {"securitySchemes": {"token": token}, "schemas": {"Error": error}},
    })
}

fn operation(one: &Answered) -> Value {
    let mut told = json!({
        "summary": one.about,
        "operationId": format!("{}-{}", one.method, one.path.replace(['{', '}'], "").replace('/', "-")),
        "responses": responses(shape(&one.answer)),
    });
    let words = one
        .path
        .split('/')
        .filter_map(|word| word.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str| {
        let kind = if name == "name" { "string" } else { "integer" };
        json!({"name": name, "in": "path", "required": true, "schema": {"type": kind}})
    };
    let parameters: Vec<Value> = words.map(parameter).collect();
    if !parameters.is_empty() {
        told["parameters"] = json!(parameters);
    }
    if !one.body.is_null() {
        told["requestBody"] = body(one.body_shape(), json!({"example": one.body}));
    }
    told
}

/// One request for all kinds of jobs.
fn job_operation(jobs: &[&Answered]) -> Value {
    let shapes: Vec<Value> = jobs.iter().map(|job| job.body_shape()).collect();
    let answers: Vec<Value> = jobs.iter().map(|job| titled(job)).collect();
    let example = |job: &&Answered| {
        let told = json!({"summary": job.about, "value": job.body});
        (job.kind.clone().unwrap_or_default(), told)
    };
    let examples: Map<String, Value> = jobs.iter().map(example).collect();
    json!({
        "summary": "Does a job, and answers when it is done; a request that is given up stops it.",
        "description": "With a WebSocket at the same path jobs tell how far they are: {\"start\": 1, \"job\": …} and {\"stop\": 1} go out, events come back.",
        "operationId": "post-jobs",
        "requestBody": body(json!({"oneOf": shapes}), json!({"examples": examples})),
        "responses": responses(json!({"anyOf": answers})),
    })
}

/// The shape of the answer to a job, with its kind.
fn titled(job: &Answered) -> Value {
    let mut described = shape(&job.answer);
    described["title"] = json!(job.kind);
    described
}

fn body(schema: Value, mut content: Value) -> Value {
    content["schema"] = schema;
    json!({"required": true, "content": {"application/json": content}})
}

fn responses(schema: Value) -> Value {
    let error = json!({"$ref": "#/components/schemas/Error"});
    json!({
        "200": {"description": "The answer.", "content": {"application/json": {"schema": schema}}},
        "default": {"description": "What is wrong.", "content": {"application/json": {"schema": error}}},
    })
}
