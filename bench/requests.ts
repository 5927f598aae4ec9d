// Requests a second of the calls that a visit makes, over HTTP from keep-alive connections, against the cheapest call
// of the same run: what a list costs beyond being asked for.
import { openDatabase } from '../journeys/catalogue.ts';
import { Caller, startProduct } from '../scripts/product.ts';
import { withCatalogue } from './catalogue.ts';
import { answersPerSecond } from './rate.ts';
import { line, median, timed } from './ratio.ts';

const SECONDS = 2;
const ROUNDS = 3;

const product = await startProduct();
const { pinned, path, profile } = await withCatalogue(product);
const perSecond = (pathOf: () => string, headers = {}) =>
  answersPerSecond(
    () => product.url + pathOf(),
    SECONDS,
    200,
    () => headers,
  );
const member = new Caller(product.url);
await member.signUp('member@example.org');
const cookie = { cookie: member.cookie };
const db = openDatabase(product.dataDir);
await db`
  insert into comments (id, media_id, author_id, body)
  select gen_random_uuid(), ${pinned}, id, 'Comment ' || n from users, generate_series(1, 1000) n
  where email = 'member@example.org'`;
const [last] = await db<{ ids: string[] }[]>`
  select array_agg(id) as ids from (select id from media where published order by id limit 1000) some`;
await db.end();
let unasked = 0;
/** The least share of the cheapest call's rate. */
const calls: Record<string, { path: () => string; least: number; headers?: { cookie: string } }> = {
  'Home, all of it': { path: () => '/api/home', least: 0.5 },
  'a list, newest first': { path: () => '/api/media?genre=soul', least: 0.5 },
  'a list, shuffled': { path: () => '/api/browse/media?seed=7', least: 0.5 },
  'a page of a list that nobody asked for before': {
    path: () => `/api/browse/media?seed=${1000 + (unasked += 1)}`,
    least: 0.25,
  },
  'search by a common word': { path: () => '/api/media?q=heart', least: 0.25 },
  'search by a misspelled title': { path: () => '/api/media?q=kast+iron+haert', least: 0.25 },
  'one media': { path: () => `/api/media/${pinned}`, least: 0.5 },
  'a page of a thousand comments': { path: () => `/api/comments/${pinned}`, least: 0.4 },
  'a member’s list, with marks': { path: () => '/api/media?genre=soul', least: 0.25, headers: cookie },
  'a member’s Home': { path: () => '/api/home', least: 0.2, headers: cookie },
  'the page of Home': { path: () => '/', least: 0.4 },
  'the page of a media': { path: () => path, least: 0.4 },
  'the page of a profile with 200 media and 50 shows': { path: () => profile, least: 0.4 },
};
const rates = new Map<string, number[]>();
const note = (name: string, rate: number) => rates.set(name, [...(rates.get(name) ?? []), rate]);
for (let round = 0; round < ROUNDS; round += 1) {
  note('settings', await perSecond(() => '/api/settings'));
  for (const [name, call] of Object.entries(calls)) note(name, await perSecond(call.path, call.headers));
}
const settings = rates.get('settings') ?? [];
console.log(`the settings: ${Math.round(median(settings))} requests a second`);
const holds = Object.entries(calls).map(([name, { least }]) => {
  const own = rates.get(name) ?? [];
  const ratio = median(own.map((rate, round) => rate / (settings[round] ?? rate)));
  return line(`${name} against the settings`, ratio, { least }, `${Math.round(median(own))} requests a second`);
});
const rateOf = (name: string) => median(rates.get(name) ?? []);
holds.push(
  line(
    'a visitor’s list against a member’s with marks',
    rateOf('a list, newest first') / rateOf('a member’s list, with marks'),
    { most: 1.5 },
  ),
);
const merged = await timed(async () => {
  const answer = await member.call('POST', '/api/media/favorites/', { ids: last?.ids ?? [] });
  if (answer.status !== 200) throw new Error(`The merge answered ${answer.status}: ${answer.text}`);
});
holds.push(line(`favorites of a visitor merged, ${last?.ids.length}: milliseconds`, merged, { most: 500 }));
await product.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;
