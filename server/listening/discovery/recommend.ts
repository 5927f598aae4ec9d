import { mixed } from '@scoville/contract/platform/lib/mixed.ts';
import type { History, Recommendations, Why } from '@scoville/contract/listening/discovery/recommendations.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { MAX_SORTED_OFFSET, type PageOptions, type Slice, readPage } from '../../platform/http/paging.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import type { Candidate, StreamName, StreamPlace } from './read-streams.ts';
import { type RecommendationState, START, type Sources, arrange } from './arrange.ts';
import { chooseNewcomers, newcomersWanted } from './first-listens.ts';
import { BOTH } from './home-reply.ts';
import type { ListFilter } from './list-filter.ts';
import { estimateCount } from './lists.queries.ts';
import { PAGE_SIZE } from './read-list-page.ts';
import {
  type Choice,
  type Related,
  listChoices,
  findRelated,
  keysOfMusicians,
  newcomersPool,
} from './recommendations.queries.ts';
import { bitsFor } from './shuffle.ts';
import { shuffledKeys } from './shuffled.queries.ts';
import { MOST_CHOICES, type Taste, streamOf, inferTaste, findReason } from './taste.ts';
import { type ListStart, type RecommendationCursor, readCursor, writeCursor } from './recommendation-cursor.ts';

const ALL: ListFilter = { list: 'all', types: BOTH };

const tasteFilter = ({ genres, moods }: Pick<Taste, 'genres' | 'moods'>): ListFilter => ({
  ...ALL,
  anyOf: { genres, moods },
});

/** The history that a browser keeps, as choices: its favorites first. */
export const choicesFrom = ({ played, favorited }: History): Choice[] => [
  ...favorited.slice(0, MOST_CHOICES / 2).map((id) => ({ id, kind: 'favorited' as const })),
  ...played.filter((id) => !favorited.includes(id)).map((id) => ({ id, kind: 'played' as const })),
];

/** A member's recent choices; none for a visitor. */
export const choicesOfActor = async ({ db }: App, actor: Actor | null): Promise<Choice[]> =>
  actor === null ? [] : listChoices(db, actor.userId);

interface RecommendationOptions extends PageOptions {
  seed: number;
  /** Called for the first page only; the cursors of the other pages contain the choices. */
  choices: () => Promise<Choice[]>;
  asOf?: string | undefined;
  /** The field of the body that contains `page` and `cursor`, unless they are on its top level. */
  within?: string;
}

/**
 * One page of recommendations, each with its reason: media similar to the choices, then all others, with newcomers in
 * between.
 */
export async function readRecommendationPage(
  app: App,
  actor: Actor | null,
  options: RecommendationOptions,
): Promise<Recommendations> {
  const { seed } = options;
  const page = await readPage(app.cursors, options, {
    name: `recommendations ${seed}`,
    size: PAGE_SIZE,
    maxOffset: MAX_SORTED_OFFSET,
    ...(options.within !== undefined && { within: options.within }),
    read: async ({ after, skip, limit }: Slice<RecommendationCursor>) => {
      const { begun, walk } =
        after === null ? { begun: await begin(app, seed, await options.choices()), walk: START } : readCursor(after);
      const rows = await arrange(sourcesOf(app, seed, begun), walk, skip + limit);
      return { rows: rows.slice(skip), begun };
    },
    placeOf: ({ walk }: { walk: RecommendationState }, { begun }): RecommendationCursor => writeCursor(begun, walk),
  });
  return { ...(await presented(app, actor, page.begun.taste, page.rows, options.asOf)), paging: page.paging };
}

/**
 * Tracks to follow a queue: similar to its last tracks, with a share of newcomers, and none from the queue. There are
 * none if the queue's last track is private.
 */
export async function tracksAfter(
  app: App,
  actor: Actor | null,
  { queue, choices, seed, most }: { queue: readonly string[]; choices: readonly Choice[]; seed: number; most: number },
): Promise<Pick<Recommendations, 'media' | 'why'>> {
  const latest = queue.slice(-3).toReversed();
  const [last] = await findRelated(app.db, latest.slice(0, 1));
  if (!last?.isPublic) return { media: [], why: [] };
  const playedChoices = latest.map((id): Choice => ({ id, kind: 'played' }));
  const begun = await begin(app, seed, [...playedChoices, ...choices.filter(({ id }) => !latest.includes(id))]);
  const newcomers = begun.newcomers.filter((id) => !queue.includes(id));
  const sources = sourcesOf(app, seed, { ...begun, newcomers }, queue);
  const rows = await arrange({ ...sources, choices: [] }, { ...START, last: last.musicianId }, most);
  return presented(app, actor, begun.taste, rows);
}

/** Collects everything that a list is started with. */
async function begin(app: App, seed: number, choices: readonly Choice[]): Promise<ListStart> {
  const { db, env, publicCache } = app;
  const taste = inferTaste(
    choices,
    await findRelated(
      db,
      choices.map(({ id }) => id),
    ),
  );
  const share = env.FIRST_LISTENS_SHARE;
  const limits = { floor: env.FIRST_LISTENS_SHOWINGS, few: env.FIRST_LISTENS_PLAYS };
  const pool = share === 0 ? [] : await publicCache.lately('newcomers', () => newcomersPool(db, limits));
  const count = (filter: ListFilter) =>
    publicCache.lately(`count of ${JSON.stringify(filter)}`, () => estimateCount(db, filter));
  const counts = await Promise.all([
    count(ALL),
    ...taste.genres.map((genreId) => count({ ...ALL, genreId })),
    ...taste.moods.map((moodId) => count({ ...ALL, moodId })),
  ]);
  const [all = 0, ...liked] = counts;
  return {
    taste,
    newcomers: chooseNewcomers(
      pool.filter(({ id }) => !taste.choices.some((choice) => choice.id === id)),
      { floor: limits.floor, most: newcomersWanted({ share }), seed },
    ).map(({ id }) => id),
    bits: { taste: bitsFor(liked.reduce((sum, n) => sum + n, 0)), rest: bitsFor(all) },
  };
}

/** @param without further media that the list leaves out */
function sourcesOf(
  app: App,
  seed: number,
  { taste, newcomers, bits }: ListStart,
  without: readonly string[] = [],
): Sources {
  const { db, env } = app;
  const elsewhere = new Set([...newcomers, ...without, ...taste.choices.map(({ id }) => id)]);
  const keys = async (stream: StreamName, after: StreamPlace | null, size: number) => {
    if (stream === 'musicians') {
      if (taste.musicians.length === 0) return [];
      const place = after as readonly [string, string] | null;
      const rows = await keysOfMusicians(db, taste.musicians, { seed, after: place, size });
      return rows.map(({ id, hash }) => ({ id, place: [hash, id] }));
    }
    if (stream === 'taste' && taste.genres.length + taste.moods.length === 0) return [];
    const [group, hash, id] = (after ?? []) as [number, string, string];
    const rows = await shuffledKeys(db, stream === 'rest' ? ALL : tasteFilter(taste), {
      seed,
      bits: bits[stream],
      after: after === null ? null : { group, hash, id },
      size,
    });
    return rows.map((row) => ({ id: row.id, place: [row.group, row.hash, row.id] }));
  };
  return {
    newcomers,
    share: env.FIRST_LISTENS_SHARE,
    begun: mixed(seed) / 2 ** 32,
    choices: taste.choices.map(({ id }) => id),
    async read(stream, after, size) {
      const rows = await keys(stream, after, size);
      const related = byId(
        await findRelated(
          db,
          rows.map(({ id }) => id),
        ),
      );
      return rows.map(({ id, place }) => {
        const one = related.get(id);
        return one === undefined || elsewhere.has(id) || streamOf(taste, one) !== stream
          ? { place, id: null }
          : { place, id, musicianId: one.musicianId };
      });
    },
    async find(ids) {
      const found = await findRelated(db, ids);
      return byId(found.filter(({ isPublic }) => isPublic));
    },
  };
}

const byId = <One extends { id: string }>(rows: readonly One[]): Map<string, One> =>
  new Map(rows.map((row) => [row.id, row]));

async function presented(
  app: App,
  actor: Actor | null,
  taste: Taste,
  rows: readonly { one: Candidate; isNew: boolean }[],
  asOf?: string,
): Promise<Pick<Recommendations, 'media' | 'why'>> {
  const ids = rows.map(({ one }) => one.id);
  const [media, related] = await Promise.all([
    presentList(app, actor, ids, asOf),
    taste.choices.length === 0
      ? new Map<string, Related>()
      : findRelated(app.db, [...ids, ...taste.choices.map(({ id }) => id)]).then(byId),
  ]);
  const fresh = new Set(rows.filter(({ isNew }) => isNew).map(({ one }) => one.id));
  const why = media.map(({ id }): Why | null => {
    if (fresh.has(id)) return { kind: 'new', title: null };
    const one = related.get(id);
    return one === undefined ? null : findReason(taste, related, one);
  });
  return { media, why };
}
