//! The questions of the page over HTTP: their answers are in the crate `soko-page`, and
//! this is how they get there and back.

use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use axum::Router;
use axum::body::HttpBody;
use axum::extract::{FromRequest, RawPathParams, Request, State as Shared};
use axum::routing::{MethodFilter, on};
use serde_json::Value;
use soko_page::{Asked, Method, QUESTIONS, Question};
use std::sync::Arc;

/// One request for each question.
pub(crate) fn routes() -> Router<Arc<Server>> {
    QUESTIONS.iter().fold(Router::new(), |routes, question| {
        let method = match question.method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Patch => MethodFilter::PATCH,
            Method::Delete => MethodFilter::DELETE,
        };
        let handler = move |server, ids, request| answer(question, server, ids, request);
        routes.route(&format!("/{}", question.path), on(method, handler))
    })
}

async fn answer(
    question: &'static Question,
    Shared(server): Shared<Arc<Server>>,
    ids: RawPathParams,
    request: Request,
) -> Answer<Value> {
    let ids: Vec<String> = ids.iter().map(|(_, id)| id.to_owned()).collect();
    let is_empty = request.body().size_hint().exact() == Some(0);
    let body = match question.method {
        Method::Get => Value::Null,
        Method::Delete if is_empty => Value::Null,
        _ => Body::<Value>::from_request(request, &()).await?.0,
    };
    blocking(move || {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let asked = Asked { ids: &ids, body };
        (question.answer)(&server.page, asked).map_err(Fault::from)
    })
    .await
}
