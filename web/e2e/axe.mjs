// What axe finds wrong with a page.

import { readFileSync } from 'node:fs';

const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** Serious and critical faults; the policy of the page forbids inline scripts, so axe is evaluated. */
export async function faults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return found.violations
    .filter((fault) => ['serious', 'critical'].includes(fault.impact))
    .map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.target).join(' ')}`);
}
