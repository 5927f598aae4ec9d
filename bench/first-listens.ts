// What the share for newcomers brings and costs, by the product's own rules in a model of listeners: 1,000 media of which
// fifty are new, 10,000 listeners a day who each look at a page of recommendations, three in ten of whom let a queue go on.
// A listener likes two of twenty genres and plays what is of them three times as often. New media have no genre anybody
// asks for yet, so that without a share they are met only where a list goes on past what its listener likes.
import { START, type Sources, arrange } from '../server/discovery/arrange.ts';
import { type Newcomer, chooseNewcomers, newcomersWanted, randomOf } from '../server/discovery/first-listens.ts';
import { line, median } from './ratio.ts';

const MEDIA = 1000;
const NEW = 50;
const MUSICIANS = 300;
const GENRES = 20;
const LISTENERS = 10_000;
const DAYS = 3;
/** Cards of a page that are seen, and the most tracks that are heard after a queue. */
const SEEN = 20;
const MOST_AFTER = 5;
/** The share that newcomers have, as it is configured by default. */
const SHARE = 0.15;
const GOES_ON = 0.3;
/** Listeners between two folds of what they saw. */
const FOLD = 25;
const FLOOR = 100;
const ENOUGH_PLAYS = 30;

interface Track {
  id: string;
  musicianId: string;
  genre: number;
  appeal: number;
  isNew: boolean;
}

interface Outcome {
  /** Hours until each new media was shown a hundred times; Infinity where it was not. */
  hours: number[];
  /** Plays of a hundred cards that were seen. */
  plays: number;
  /** The part of the cards that were new media, and of the tracks after a queue. */
  part: number;
  partAfter: number;
}

async function run(share: number): Promise<Outcome> {
  const random = randomOf(20_261_123);
  const tracks = Array.from({ length: MEDIA }, (_, at): Track => ({
    id: `m${at}`,
    musicianId: `u${Math.floor(random() * MUSICIANS)}`,
    genre: Math.floor(random() * GENRES),
    // From hardly ever to one in five.
    appeal: 0.2 * random() ** 2,
    isNew: at < NEW,
  }));
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
    if (n % FOLD === 0)
      pool = [...counts.values()]
        .filter(({ id, shown }) => shown < FLOOR || (plays.get(id) ?? 0) < ENOUGH_PLAYS)
        .map((one) => ({ ...one }));
    const likes = [Math.floor(random() * GENRES), Math.floor(random() * GENRES)];
    // Who lets a queue go on hears one to five of what follows.
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
    hours: [...counts.keys()].map((id) => hours.get(id) ?? Infinity),
    plays: (played / seen) * 100,
    part: ofNew / seen,
    partAfter: newAfter / after,
  };
}

/** The lists of one listener: what is of a genre that they like, without what is new, then everything else. */
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

const [without, withShare] = [await run(0), await run(SHARE)];
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
];
if (holds.includes(false)) process.exitCode = 1;
