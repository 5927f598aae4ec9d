import { setTimeout as wait } from 'node:timers/promises';
import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { browse, showings } from '@scoville/contract/listening/discovery/recommendations.ts';
import { HEARD_PARTS, stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { user } from '@scoville/contract/accounts/users/users.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { ApiError, Caller, addressOf } from '../api.ts';
import { figuresOf, viewsOf } from '../figures.ts';
import { type Sound, hear, soundOf } from '../hear.ts';
import { ownMedia } from '../own-media.ts';
import { type Part, type Place, made } from '../part.ts';

/** The average number of songs in one visit. */
const A_VISIT = 6;
/** How long to wait for the counts, which the server updates every few seconds (milliseconds). */
const COUNTED_WITHIN = 30_000;
/** The average time between the arrivals of two listeners (milliseconds). */
const BETWEEN = 20;
/** The number of the first visitor's IP address. Lower numbers belong to people with accounts. */
const FIRST_VISITOR = 256;

/** The share of listeners who look at their recommendations, and the number of recommendations they see. */
const RECOMMENDED_TO = 0.4;
const SEEN = 10;
/** Where plays start. An origin that is listed several times is proportionally more frequent. */
const ORIGINS_OF_PLAYS = ['list', 'list', 'list', 'page', 'page', 'search', 'search', 'queue'] as const;

/** One action of one listener. */
type Errand =
  { kind: 'play' | 'share'; media: string; musician: string; sound: Sound | null } | { kind: 'view'; musician: string };

/**
 * Listeners play songs, share some and look at profiles, through the API and under its usual rules: each listener has
 * their own session and IP address, downloads bytes, and listens long enough for a play. All actions count for today,
 * because no endpoint accepts a date. Adds only what is missing from the planned figures.
 */
export const listening: Part = {
  name: 'Listening',
  async fill(place) {
    const before = await missing(place);
    if (before.length === 0) return null;
    await visitAll(place, visits(before));
    let left = await missing(place);
    for (const until = Date.now() + COUNTED_WITHIN; left.length > 0 && Date.now() < until;) {
      await wait(1000);
      left = await missing(place);
    }
    if (left.length > 0)
      place.say(`${left.length} plays, shares and views were not counted: one network may add so many in a day.`);
    const done = (kind: Errand['kind']) => [before, left].map((list) => list.filter((one) => one.kind === kind).length);
    const phrases = (['play', 'share', 'view'] as const).flatMap((kind) => {
      const [asked = 0, lacking = 0] = done(kind);
      return made(asked - lacking, kind) ?? [];
    });
    return phrases.length > 0 ? phrases.join(', ') : null;
  },
};

/** Returns the actions that are still missing from the planned figures. */
async function missing({ people, entries, crowd, account }: Place): Promise<Errand[]> {
  const errands: Errand[] = [];
  const times = (count: number, errand: Errand) => errands.push(...Array.from({ length: count }, () => errand));
  for (const person of people.filter(({ kind }) => kind === 'musician')) {
    const musician = await account(person);
    const list = await ownMedia(musician);
    let allPlays = 0;
    for (const entry of entries.filter((one) => one.musician === person)) {
      const now = list.get(entry.title);
      if (now === undefined || !now.published) continue;
      const { plays, shares } = figuresOf(entry, crowd);
      const about = { media: now.id, musician: musician.id, sound: soundOf(now) };
      times(Math.max(0, plays - now.playCount), { kind: 'play', ...about });
      times(Math.max(0, shares - now.shareCount), { kind: 'share', ...about });
      allPlays += plays;
    }
    const { viewCount } = await musician.caller.call(user, { params: { id: musician.id } });
    times(Math.max(0, viewsOf(allPlays) - viewCount), { kind: 'view', musician: musician.id });
  }
  return errands;
}

/**
 * Distributes the errands so that no listener does the same errand twice. The number of listeners is at least the count
 * of the most frequent errand.
 */
function visits(errands: readonly Errand[]): Errand[][] {
  const random = randomFrom(`visits ${errands.length}`);
  const alike = Map.groupBy(errands, (one) => JSON.stringify(one));
  const most = Math.max(...[...alike.values()].map((list) => list.length));
  const listeners = Array.from({ length: Math.max(most, Math.ceil(errands.length / A_VISIT)) }, (): Errand[] => []);
  for (const same of alike.values())
    for (const [at, one] of random.shuffled(listeners).slice(0, same.length).entries()) one.push(same[at]!);
  return listeners.map((list) => random.shuffled(list)).filter((list) => list.length > 0);
}

/** The first listeners have accounts, the others are visitors. All arrive within a few seconds. */
async function visitAll({ base, people, account }: Place, lists: readonly Errand[][]): Promise<void> {
  const random = randomFrom('arrivals');
  const members = people.filter(({ kind }) => kind === 'listener');
  await Promise.all(
    lists.map(async (list, at) => {
      await wait(random.range(0, BETWEEN * lists.length));
      const member = members[at];
      const caller = member ? (await account(member)).caller : new Caller(base, addressOf(FIRST_VISITOR + at));
      await visit(caller, base, list, String(at));
    }),
  );
}

/**
 * The parts of a song that a listener hears, from the beginning until the listener leaves: six in ten stay until the
 * end, and some of the others skip the middle.
 */
function partsHeard(random: ReturnType<typeof randomFrom>): number[] {
  const end = random.range(0, 1) < 0.6 ? HEARD_PARTS : random.int(3, HEARD_PARTS - 1);
  const skips = end < HEARD_PARTS && random.range(0, 1) < 0.3;
  return Array.from({ length: end }, (_, part) => part).filter((part) => !skips || part < end / 3 || part > end / 2);
}

async function visit(caller: Caller, base: string, list: readonly Errand[], seed: string): Promise<void> {
  const random = randomFrom(`visit ${seed}`);
  try {
    // Like a browser, open Home first, which sets the visitor's cookie.
    await caller.call(home);
    if (random.range(0, 1) < RECOMMENDED_TO) {
      const { media } = await caller.call(browse, { query: {} });
      if (media.length > 0)
        await caller.call(showings, { body: { place: 'browse', media: media.slice(0, SEEN).map(({ id }) => id) } });
    }
    for (const one of list) {
      if (one.kind === 'play' && one.sound) await hear(caller, base, one.sound);
      const about = one.kind === 'view' ? {} : { media: one.media };
      const statTitle = ({ play: 'play-media', share: 'share-media', view: 'view-zone' } as const)[one.kind];
      const origin = one.kind === 'play' && { origin: random.pick(ORIGINS_OF_PLAYS) };
      await caller.call(stats, { body: { statTitle, musician: one.musician, ...about, ...origin } });
      if (one.kind === 'play') {
        const heard = partsHeard(random);
        await caller.call(stats, {
          body: { statTitle: 'heard-media', musician: one.musician, media: one.media, heard },
        });
      }
    }
  } catch (error) {
    // If the server sees all listeners at one IP address, its rate limit per minute applies to all of them together.
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
  }
}
