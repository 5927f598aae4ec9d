// Requests per second of the calls that a visit makes, over keep-alive connections, compared with the cheapest call of
// the same run: the cost of a list beyond that of the request itself.
import { openDatabase } from '../journeys/testkit/catalogue.ts';
import { Caller, startProduct } from '../scripts/product.ts';
import { insertMedia } from '../server/testkit/media.ts';
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
let unasked = 1000;
const uncachedPath = () => `/api/browse/media?seed=${(unasked += 1)}`;
/** The minimum share of the cheapest call's rate. */
const calls: Record<string, { path: () => string; least: number; headers?: { cookie: string } }> = {
  'Home, all of it': { path: () => '/api/home', least: 0.5 },
  'a list, newest first': { path: () => '/api/media?genre=soul', least: 0.5 },
  'a list, shuffled': { path: () => '/api/browse/media?seed=7', least: 0.5 },
  'recommendations that nobody asked for before': { path: uncachedPath, least: 0.04 },
  'the same for a member, with marks': { path: uncachedPath, least: 0.04, headers: cookie },
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
// A visitor's repeated list comes from memory, so marks are compared on lists that both have to be read.
holds.push(
  line(
    'a visitor’s list against a member’s with marks',
    rateOf('recommendations that nobody asked for before') / rateOf('the same for a member, with marks'),
    { most: 1.5 },
  ),
);
const ids = await thousandMedia();
const merged = await timed(async () => {
  const answer = await member.call('POST', '/api/media/favorites/', { ids });
  if (answer.status !== 200) throw new Error(`The merge answered ${answer.status}: ${answer.text}`);
});
holds.push(line(`favorites of a visitor merged, ${ids.length}: milliseconds`, merged, { most: 500 }));
await db.end();
await product.stop();
process.exitCode = holds.every(Boolean) ? 0 : 1;

/** The ids of the catalogue's published items, and of as many more as make a thousand. */
async function thousandMedia(): Promise<string[]> {
  const ids = (await db<{ id: string }[]>`select id from media where published limit 1000`).map(({ id }) => id);
  const [musician] = await db<{ id: string }[]>`select musician_id as id from media limit 1`;
  if (!musician) throw new Error('The catalogue is empty.');
  while (ids.length < 1000)
    ids.push(await insertMedia(db, { musicianId: musician.id, title: `Favorite ${ids.length}` }));
  return ids;
}
