//! The first words on a connection: who speaks, what the connection is for, how far
//! that process has counted before, and the manifest.

use crate::checkpoint::{Reached, Survey};
use crate::manifest::Manifest;

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Words.
    Control,
    /// States.
    Data,
}

/// The first words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// What for.
    pub purpose: Purpose,
    /// Which process speaks.
    pub from: usize,
    /// A number drawn by each process anew. A connection for states shows the one that
    /// it was given over the connection for words, so that none of another run fits.
    pub ticket: u64,
    /// What was counted before.
    pub survey: Survey,
    /// What all must agree on.
    pub manifest: Manifest,
}

impl Hello {
    /// As text.
    pub fn to_text(&self) -> String {
        let purpose = match self.purpose {
            Purpose::Control => "control",
            Purpose::Data => "data",
        };
        let mut head = Manifest::default();
        head.set("purpose", purpose);
        head.set("from", self.from);
        head.set("ticket", self.ticket);
        head.set("forward", reached_text(self.survey.forward));
        head.set("backward", reached_text(self.survey.backward));
        format!("{head}\n{}", self.manifest)
    }

    /// Reads what [`Hello::to_text`] writes.
    pub fn parse(text: &str) -> Option<Hello> {
        let (head, manifest) = text.split_once("\n\n")?;
        let head = Manifest::parse(head);
        let purpose = match head.get("purpose")? {
            "control" => Purpose::Control,
            "data" => Purpose::Data,
            _ => return None,
        };
        let survey = Survey {
            forward: reached(head.get("forward")?)?,
            backward: reached(head.get("backward")?)?,
        };
        Some(Hello {
            purpose,
            from: head.get("from")?.parse().ok()?,
            ticket: head.get("ticket")?.parse().ok()?,
            survey,
            manifest: Manifest::parse(manifest),
        })
    }
}

fn reached_text(reached: Reached) -> String {
    match reached {
        Reached::Nothing => "nothing".into(),
        Reached::Layer(layer) => layer.to_string(),
        Reached::Done => "done".into(),
    }
}

fn reached(text: &str) -> Option<Reached> {
    Some(match text {
        "nothing" => Reached::Nothing,
        "done" => Reached::Done,
        layer => Reached::Layer(layer.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hello_comes_back_from_text() {
        let mut manifest = Manifest::new();
        manifest.set("level", "a b c");
        let hello = Hello {
            purpose: Purpose::Data,
            from: 3,
            ticket: u64::MAX,
            survey: Survey {
                forward: Reached::Done,
                backward: Reached::Layer(7),
            },
            manifest,
        };
        assert_eq!(Hello::parse(&hello.to_text()), Some(hello));
        assert_eq!(Hello::parse("purpose control\n\nx"), None);
        assert_eq!(Hello::parse(""), None);
    }
}
