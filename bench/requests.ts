// Requests a second of the calls that a visit makes, over HTTP from keep-alive connections, against the cheapest call
// of the same run: what a list costs beyond being asked for.
import { startProduct } from '../scripts/product.ts';
import { withCatalogue } from './catalogue.ts';
import { answersPerSecond } from './rate.ts';
import { line, median } from './ratio.ts';

const SECONDS = 2;
const ROUNDS = 3;

const perSecond = (url: string) => answersPerSecond(url, SECONDS);

const product = await startProduct();
const { pinned, path } = await withCatalogue(product);
/** The least share of the cheapest call's rate; half of what was measured when the call was written. */
const calls = {
  'Home, all of it': { path: '/api/home', least: 0.035 },
  'a list, newest first': { path: '/api/media?genre=soul', least: 0.06 },
  'a list, shuffled': { path: '/api/browse/media?seed=7', least: 0.06 },
  'a musician’s media page': { path, least: 0.25 },
  'search by a common word': { path: '/api/media?q=heart', least: 0.055 },
  'search by a misspelled title': { path: '/api/media?q=kast+iron+haert', least: 0.055 },
  'one media': { path: `/api/media/${pinned}`, least: 0.3 },
};
const rates = new Map<string, number[]>();
const note = (name: string, rate: number) => rates.set(name, [...(rates.get(name) ?? []), rate]);
for (let round = 0; round < ROUNDS; round += 1) {
  note('settings', await perSecond(`${product.url}/api/settings`));
  for (const [name, call] of Object.entries(calls)) note(name, await perSecond(product.url + call.path));
}
const settings = rates.get('settings') ?? [];
console.log(`the settings: ${Math.round(median(settings))} requests a second`);
const holds = Object.entries(calls).map(([name, { least }]) => {
  const own = rates.get(name) ?? [];
  const ratio = median(own.map((rate, round) => rate / (settings[round] ?? rate)));
  return line(`${name} against the settings`, ratio, { least }, `${Math.round(median(own))} requests a second`);
});
await product.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;
