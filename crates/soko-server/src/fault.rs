//! What goes wrong with a request, as a status and a JSON object; and the reader
//! of JSON bodies that answers in this form.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;
use soko_page::FaultKind;
use std::time::Duration;

/// How long the body of a request may take.
const BODY_TIME: Duration = Duration::from_secs(30);

/// A request that is answered with an error.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    message: String,
}

/// What a handler gives back.
pub(crate) type Answer<T> = Result<Json<T>, Fault>;

impl Fault {
    fn new(status: StatusCode, message: impl Into<String>) -> Fault {
        Fault {
            status,
            message: message.into(),
        }
    }

    pub(crate) fn bad(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::FORBIDDEN, message)
    }

    pub(crate) fn unauthorised(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::UNAUTHORIZED, message)
    }

    pub(crate) fn unknown(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, message)
    }

    pub(crate) fn busy(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

impl From<soko_page::Fault> for Fault {
    fn from(fault: soko_page::Fault) -> Fault {
        let status = match fault.kind() {
            FaultKind::Bad => StatusCode::BAD_REQUEST,
            FaultKind::Unknown => StatusCode::NOT_FOUND,
            FaultKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            FaultKind::Unsaved => StatusCode::INSUFFICIENT_STORAGE,
        };
        Fault::new(status, fault.message())
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let body = json!({ "error": self.message });
        (self.status, Json(body)).into_response()
    }
}

pub(crate) async fn no_such_request() -> Fault {
    Fault::unknown("there is no such request")
}

/// A JSON body; what is no such body is answered with 4xx.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let body = Json::<T>::from_request(request, state);
        match tokio::time::timeout(BODY_TIME, body).await {
            Ok(Ok(Json(value))) => Ok(Body(value)),
            Ok(Err(rejection)) => Err(Fault::new(status_of(&rejection), rejection.body_text())),
            Err(_) => Err(Fault::new(
                StatusCode::REQUEST_TIMEOUT,
                "the body of this request did not come in time",
            )),
        }
    }
}

fn status_of(rejection: &JsonRejection) -> StatusCode {
    let status = rejection.status();
    if status.is_client_error() {
        status
    } else {
        StatusCode::BAD_REQUEST
    }
}

/// Does blocking work (the database, searches) away from the threads that serve
/// connections.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Answer<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result.map(Json),
        Err(_) => Err(Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this request made the server stumble; please report it",
        )),
    }
}
