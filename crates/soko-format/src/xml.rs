//! Text inside XML and HTML.

/// Text with the five special characters named and control characters, which XML
/// does not allow, left out.
///
/// ```
/// assert_eq!(soko_format::xml::escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\'' => out += "&apos;",
            c if c.is_control() && c != '\n' => {}
            c => out.push(c),
        }
    }
    out
}
