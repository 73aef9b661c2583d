/**
 * The look of marks outside the board: the rules of the style sheets for `.board`,
 * once more for `.sample`, so that a legend shows what the board shows whatever the
 * style.
 */
let isDone = false;

export function styleSamples(): void {
  if (isDone) return;
  isDone = true;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText));
  const own = rules.filter((rule) => rule.includes('.board ')).map((rule) => rule.replaceAll('.board ', '.sample '));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(own.join('\n'));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
