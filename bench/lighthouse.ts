// Runs Lighthouse with its mobile setting on Home, a genre, a song's page and a profile of the built product: the
// median of five runs.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { startProduct } from '../scripts/product.ts';
import { withCatalogue } from './catalogue.ts';
import { line, median } from './ratio.ts';

const RUNS = 5;
const GOALS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof GOALS;

const product = await startProduct();
const { path, profile } = await withCatalogue(product);
const chrome = await launch({
  chromePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
});
const holds: boolean[] = [];
const pages = { Home: '/', 'a genre': '/genres/soul', 'a media’s page': path, 'a profile': profile };
for (const [name, address] of Object.entries(pages)) {
  const scores = new Map<Category, number[]>();
  const missed = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(product.url + address, { port: chrome.port, logLevel: 'error' });
    if (!result) throw new Error('Lighthouse gave no result.');
    const { categories, audits } = result.lhr;
    for (const category of Object.keys(GOALS) as Category[]) {
      const found = categories[category];
      scores.set(category, [...(scores.get(category) ?? []), Math.round((found?.score ?? 0) * 100)]);
      if (category === 'performance') continue;
      for (const { id, weight } of found?.auditRefs ?? [])
        if (weight > 0 && (audits[id]?.score ?? 1) < 1) missed.add(`${id}: ${audits[id]?.title}`);
    }
    const shown = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ];
    console.log(`  ${name}: ${shown.map((id) => `${id} ${audits[id]?.displayValue}`).join(', ')}`);
  }
  for (const [category, least] of Object.entries(GOALS) as [Category, number][]) {
    const runs = scores.get(category) ?? [];
    holds.push(line(`${name}, ${category}`, median(runs), { least }, runs.join(' ')));
  }
  for (const audit of missed) console.log(`  ${audit}`);
}
chrome.kill();
await product.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;
