// The effect and the cost of the share of recommendations that is reserved for newcomers: approved items that few have
// heard yet. The product's own rules run in a model of listeners: 1,000 media items of which fifty are new, and 10,000
// listeners a day who each look at a page of recommendations, three in ten of whom let a queue continue. A listener
// likes two of twenty genres and plays items of these three times as often. New items are in no genre that listeners
// request yet, so without a share they are shown only where a list continues past the listener's taste. Newcomers are
// read from a database like in the product. A second run adds a musician who publishes 250 items at once.
import { type Pool, transaction } from '../server/platform/db/connection.ts';
import { START, type Sources, arrange } from '../server/listening/discovery/arrange.ts';
import {
  type Newcomer,
  chooseNewcomers,
  newcomersWanted,
  seededRandom,
} from '../server/listening/discovery/first-listens.ts';
import { endFirstListens, newcomersPool } from '../server/listening/discovery/recommendations.queries.ts';
import { insertMissingSources } from '../server/testkit/media.ts';
import { filledServer } from './filled.ts';
import { line, median } from './ratio.ts';

const MEDIA = 1000;
const NEW = 50;
const MUSICIANS = 300;
const GENRES = 20;
const LISTENERS = 10_000;
const DAYS = 3;
/** Cards seen per page, and the maximum number of tracks heard after a queue. */
const SEEN = 20;
const MOST_AFTER = 5;
/** The default share of recommendations that are newcomers. */
const SHARE = 0.15;
const GOES_ON = 0.3;
/** Number of listeners between two writes of the counts. */
const FOLD = 25;
const FLOOR = 100;
const ENOUGH_PLAYS = 30;
const LIMITS = { floor: FLOOR, few: ENOUGH_PLAYS };
/** Number of items that the prolific musician publishes at once. */
const BATCH = 250;

interface Track {
  id: string;
  musicianId: string;
  genre: number;
  appeal: number;
  isNew: boolean;
}

interface Outcome {
  /** Hours until each new item was shown a hundred times; Infinity if it wasn't. Without the items of the batch. */
  hours: number[];
  /** Number of items of the batch that were shown at least once. */
  ofBatch: number;
  /** Plays per hundred seen cards. */
  plays: number;
  /** Share of new items among the cards, and among the tracks after a queue. */
  part: number;
  partAfter: number;
}

/** The id of the media item or musician with this number. `kind` keeps the ids of items and musicians apart. */
const idOf = (kind: 1 | 2, at: number): string => `${kind}0000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

async function run(db: Pool, share: number, batch = 0): Promise<Outcome> {
  const random = seededRandom(20_261_123);
  const tracks = Array.from({ length: MEDIA + batch }, (_, at): Track => ({
    id: idOf(1, at),
    musicianId: idOf(2, at < MEDIA ? Math.floor(random() * MUSICIANS) : MUSICIANS),
    genre: Math.floor(random() * GENRES),
    // The probability that a listener plays the track when it is shown, without regard to taste: 0 to 0.2, mostly
    // small.
    appeal: 0.2 * random() ** 2,
    isNew: at < NEW || at >= MEDIA,
  }));
  const isOfBatch = ({ musicianId }: Pick<Track, 'musicianId'>) => musicianId === idOf(2, MUSICIANS);
  await publish(db, tracks);
  const byId = new Map(tracks.map((one) => [one.id, one]));
  const counts = new Map<string, Newcomer>(
    tracks.filter(({ isNew }) => isNew).map(({ id, musicianId }) => [id, { id, musicianId, shown: 0, heard: 0 }]),
  );
  const plays = new Map<string, number>();
  const hours = new Map<string, number>();
  let pool: Newcomer[] = [];
  let [seen, played, ofNew] = [0, 0, 0];
  let [after, newAfter] = [0, 0];
  for (let n = 0; n < DAYS * LISTENERS; n += 1) {
    if (n % FOLD === 0) {
      await fold(db, [...counts.values()], plays);
      pool = await newcomersPool(db, LIMITS);
    }
    const likes = [Math.floor(random() * GENRES), Math.floor(random() * GENRES)];
    // A listener who lets a queue continue hears one to five more tracks.
    const visits = [SEEN, ...(random() < GOES_ON ? [1 + Math.floor(random() * MOST_AFTER)] : [])];
    for (const [visit, most] of visits.entries()) {
      const newcomers = chooseNewcomers(pool, { floor: FLOOR, most: newcomersWanted({ share }), seed: n + 1 });
      const given = await arrange(sourcesOf(tracks, byId, likes, newcomers, share, random), START, most);
      for (const { one } of given) {
        const track = byId.get(one.id);
        if (!track) continue;
        const plays5 = random() < track.appeal * (likes.includes(track.genre) ? 3 : 1);
        seen += 1;
        if (visit === 1) after += 1;
        if (plays5) played += 1;
        if (plays5) plays.set(track.id, (plays.get(track.id) ?? 0) + 1);
        const count = counts.get(track.id);
        if (!count) continue;
        ofNew += 1;
        if (visit === 1) newAfter += 1;
        count.shown += 1;
        if (plays5) count.heard += 1;
        if (count.shown === FLOOR) hours.set(track.id, ((n + 1) / LISTENERS) * 24);
      }
    }
  }
  return {
    hours: [...counts.values()].filter((one) => !isOfBatch(one)).map(({ id }) => hours.get(id) ?? Infinity),
    ofBatch: [...counts.values()].filter((one) => isOfBatch(one) && one.shown > 0).length,
    plays: (played / seen) * 100,
    part: ofNew / seen,
    partAfter: newAfter / after,
  };
}

/** Empties the catalogue, and fills it with these tracks. */
async function publish(db: Pool, tracks: readonly Track[]): Promise<void> {
  await db`alter table media enable trigger user`;
  await db`delete from users`;
  await db`insert into users (id, first_name, last_name, display_name, email, original_email, plan)
    select id, 'A', 'Musician', 'Musician', id || '@example.org', id || '@example.org', 'mild'
    from unnest(${[...new Set(tracks.map(({ musicianId }) => musicianId))]}::uuid[]) id`;
  // Skips the search triggers, because nothing is searched here.
  await db`alter table media disable trigger user`;
  await transaction(db, async (tx) => {
    await tx`insert into media (id, musician_id, title, type, filename, availability, source_id, published, published_at,
        allow_curation, verdict, storytelling, execution, thumbnail_art, curated_at)
      select id, musician_id, 'A song', 'song', 'song.mp3', 'complete', gen_random_uuid(), true, now(), true, 'curated', 80, 80, 80, now()
      from unnest(${tracks.map(({ id }) => id)}::uuid[], ${tracks.map(({ musicianId }) => musicianId)}::uuid[]) as m(id, musician_id)`;
    await insertMissingSources(tx);
    await tx`insert into first_listens (media_id, musician_id)
      select id, musician_id from media where id = any(${tracks.filter(({ isNew }) => isNew).map(({ id }) => id)}::uuid[])`;
  });
}

/** Writes what listeners saw and played so far, like the product does. */
async function fold(db: Pool, counts: readonly Newcomer[], plays: ReadonlyMap<string, number>): Promise<void> {
  await db`
    with counts as (
      select * from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ shown }) => shown)}::int[],
        ${counts.map(({ heard }) => heard)}::int[], ${counts.map(({ id }) => plays.get(id) ?? 0)}::int[])
        as counts(id, shown, heard, plays)
    ),
    played as (
      update media m set play_count = counts.plays from counts where m.id = counts.id and m.play_count <> counts.plays
    )
    update first_listens f set shown = counts.shown, heard = counts.heard from counts
    where f.media_id = counts.id and f.shown <> counts.shown and not f.ended`;
  await endFirstListens(db, LIMITS);
}

/**
 * The sources from which one listener's recommendations are chosen: older tracks of genres that the listener likes
 * (`taste`), then all other tracks, which include the new ones (`rest`). Newcomers are a source of their own, so both
 * leave them out.
 */
function sourcesOf(
  tracks: readonly Track[],
  byId: ReadonlyMap<string, Track>,
  likes: readonly number[],
  newcomers: readonly Newcomer[],
  share: number,
  random: () => number,
): Sources {
  const chosen = new Set(newcomers.map(({ id }) => id));
  const order = tracks
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
  const streams = {
    musicians: [],
    taste: order.filter(({ genre, isNew }) => !isNew && likes.includes(genre)),
    rest: order.filter(({ genre, isNew }) => isNew || !likes.includes(genre)),
  };
  return {
    share,
    begun: random(),
    newcomers: newcomers.map(({ id }) => id),
    choices: [],
    find: async (ids) => new Map(ids.flatMap((id) => (byId.has(id) ? [[id, byId.get(id)!] as const] : []))),
    read: async (stream, after, size) => {
      const from = after === null ? 0 : Number(after[0]) + 1;
      return streams[stream]
        .slice(from, from + size)
        .map((one, at) => (chosen.has(one.id) ? { place: [from + at], id: null } : { ...one, place: [from + at] }));
    },
  };
}

const filled = await filledServer();
const db = await filled.open('newcomers', 0);
const [without, withShare] = [await run(db, 0), await run(db, SHARE)];
const besideBatch = await run(db, SHARE, BATCH);
await filled.stop();
const late = (of: Outcome) => of.hours.filter((one) => one === Infinity).length;
const holds = [
  line(
    'new media that were not shown a hundred times',
    late(withShare),
    { most: 0 },
    `without a share: ${late(without)} of ${NEW}`,
  ),
  line(
    'h until the last of them was shown a hundred times',
    Math.max(...withShare.hours),
    { most: 24 },
    `median ${median(withShare.hours).toFixed(1)} h`,
  ),
  line(
    'plays of a hundred cards, against those without a share',
    withShare.plays / without.plays,
    { least: 0.85 },
    `${withShare.plays.toFixed(2)} against ${without.plays.toFixed(2)}; ${(withShare.part * 100).toFixed(1)} % of the cards were new`,
  ),
  line(
    'part of new media in what follows a queue, against their share',
    withShare.partAfter / SHARE,
    { least: 0.9 },
    `${(withShare.partAfter * 100).toFixed(1)} % of the tracks; no listener heard more than ${MOST_AFTER}`,
  ),
  line(
    `h until the last new media was shown a hundred times beside a batch of ${BATCH}`,
    Math.max(...besideBatch.hours),
    { most: 24 },
    `median ${median(besideBatch.hours).toFixed(1)} h`,
  ),
  line(`of the batch of ${BATCH} were shown in ${DAYS} days`, besideBatch.ofBatch, { least: BATCH }),
];
if (holds.includes(false)) process.exitCode = 1;
