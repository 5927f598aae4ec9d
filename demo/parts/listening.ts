import { setTimeout as wait } from 'node:timers/promises';
import { home } from '@scoville/contract/discovery.ts';
import { browse, showings } from '@scoville/contract/recommendations.ts';
import { HEARD_PARTS, stats } from '@scoville/contract/listening-events.ts';
import { user } from '@scoville/contract/users.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { ApiError, Caller, addressOf } from '../api.ts';
import { figuresOf, viewsOf } from '../figures.ts';
import { type Sound, hear, soundOf } from '../hear.ts';
import { ownMedia } from '../own-media.ts';
import { type Part, type Place, made } from '../part.ts';

/** Songs that a listener hears in one visit, by and large. */
const A_VISIT = 6;
/** How long the figures are waited for: they are counted every few seconds (milliseconds). */
const COUNTED_WITHIN = 30_000;
/** Between two listeners who come, by and large (milliseconds). */
const BETWEEN = 20;
/** So many people have addresses before the visitors' begin. */
const FIRST_VISITOR = 256;

/** The part of listeners who look at what is recommended to them, and how many of it they see. */
const RECOMMENDED_TO = 0.4;
const SEEN = 10;
/** Where plays begin, each as often as it stands here. */
const ORIGINS_OF_PLAYS = ['list', 'list', 'list', 'page', 'page', 'search', 'search', 'queue'] as const;

/** Something that one listener is to do, once. */
type Errand =
  { kind: 'play' | 'share'; media: string; musician: string; sound: Sound | null } | { kind: 'view'; musician: string };

/**
 * Listeners hear songs, share some and look at profiles, through the calls and by the rules of everybody: each has a
 * session and an address of its own, is sent bytes, and stays for as long as a play takes. All of it is today's, because
 * no call says when something was. What is there already is not done again: figures are brought up to what they shall be.
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

/** What is to be done until every figure is what it shall be. */
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

/** Errands shared out, so that nobody does one twice: as many listeners as what is asked for most often needs, or more. */
function visits(errands: readonly Errand[]): Errand[][] {
  const random = randomFrom(`visits ${errands.length}`);
  const alike = Map.groupBy(errands, (one) => JSON.stringify(one));
  const most = Math.max(...[...alike.values()].map((list) => list.length));
  const listeners = Array.from({ length: Math.max(most, Math.ceil(errands.length / A_VISIT)) }, (): Errand[] => []);
  for (const same of alike.values())
    for (const [at, one] of random.shuffled(listeners).slice(0, same.length).entries()) one.push(same[at]!);
  return listeners.map((list) => random.shuffled(list)).filter((list) => list.length > 0);
}

/** The first listeners have accounts, the others are visitors. They come within a few seconds. */
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

/** From the beginning on to where a listener leaves: six in ten stay to the end, and some of the others skip the middle. */
function partsHeard(random: ReturnType<typeof randomFrom>): number[] {
  const end = random.range(0, 1) < 0.6 ? HEARD_PARTS : random.int(3, HEARD_PARTS - 1);
  const skips = end < HEARD_PARTS && random.range(0, 1) < 0.3;
  return Array.from({ length: end }, (_, part) => part).filter((part) => !skips || part < end / 3 || part > end / 2);
}

async function visit(caller: Caller, base: string, list: readonly Errand[], seed: string): Promise<void> {
  const random = randomFrom(`visit ${seed}`);
  try {
    // Whoever comes sees Home first, and has a name in a cookie from then on.
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
    // Where all of us have one address to the server, it takes only so much from us in a minute.
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
  }
}
