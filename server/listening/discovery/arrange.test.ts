import fc from 'fast-check';
import { mixed } from '@scoville/contract/platform/lib/mixed.ts';
import { describe, expect, it } from 'vitest';
import { type Candidate, STREAMS, type StreamName } from './read-streams.ts';
import { MOST_HELD, type RecommendationState, START, type Sources, arrange } from './arrange.ts';
import { seededRandom } from './first-listens.ts';

interface Row extends Candidate {
  stream: StreamName | 'newcomer' | 'choice';
}

const rowOf = fc.record({
  // One musician (0) has half of the rows, like all others together.
  musician: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 })),
  stream: fc.constantFrom<Row['stream']>('musicians', 'taste', 'rest', 'rest', 'newcomer', 'choice'),
});
const catalogue = fc
  .array(rowOf, { maxLength: 60 })
  .map((rows) => rows.map(({ musician, stream }, at): Row => ({ id: `m${at}`, musicianId: `u${musician}`, stream })));
const seeds = fc.integer({ min: 1, max: 1_000_000 });
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

const hashOf = (id: string, seed: number) => mixed(Number(id.slice(1)) ^ mixed(seed));

/** Streams of the rows that exist at each call, in the order of a seed. */
function sourcesOf(rows: () => readonly Row[], seed: number, share: number, first = rows()): Sources {
  const ids = (stream: Row['stream']) => first.filter((one) => one.stream === stream).map(({ id }) => id);
  return {
    share,
    begun: 0,
    newcomers: ids('newcomer'),
    choices: ids('choice'),
    find: async (wanted) => new Map(rows().flatMap((one) => (wanted.includes(one.id) ? [[one.id, one] as const] : []))),
    read: async (stream, after, size) =>
      rows()
        // The product's streams contain rows that belong to another stream, too.
        .filter((one) => stream === 'rest' || one.stream === stream)
        .map((one) => ({ one, place: [hashOf(one.id, seed), one.id] as const }))
        .toSorted((a, b) => a.place[0] - b.place[0])
        .filter(({ place }) => after === null || place[0] > Number(after[0]))
        .slice(0, size)
        .map(({ one, place }) => (one.stream === stream ? { ...one, place } : { place, id: null })),
  };
}

async function walk(sources: Sources, pages: readonly number[], meanwhile: (page: number) => void = () => {}) {
  const found: { one: Candidate; isNew: boolean; walk: RecommendationState }[] = [];
  let at: RecommendationState = START;
  for (let page = 0; ; page += 1) {
    const part = await arrange(sources, at, pages[page % pages.length] ?? 1);
    if (part.length === 0) return found;
    found.push(...part);
    // Imitates the encoding in a cursor.
    at = JSON.parse(JSON.stringify(part.at(-1)?.walk)) as RecommendationState;
    meanwhile(page);
  }
}

const idsOf = (found: readonly { one: Candidate }[]) => found.map(({ one }) => one.id);

describe('the order of recommendations', () => {
  it('contains each item once, in the same order for all page sizes', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, seeds, sizes, fc.constantFrom(0, 0.15, 0.5), async (rows, seed, pages, share) => {
        const sources = sourcesOf(() => rows, seed, share);
        const found = idsOf(await walk(sources, pages));
        expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
        expect(found).toEqual(idsOf(await arrange(sources, START, 1000)));
      }),
    );
  });

  /** Indexes of items by the same musician as the one before, although an item of another musician comes later. */
  const repeated = (found: readonly { one: Candidate }[]) =>
    found.flatMap(({ one: { musicianId } }, at) =>
      found[at - 1]?.one.musicianId === musicianId && found.slice(at).some(({ one }) => one.musicianId !== musicianId)
        ? [at]
        : [],
    );

  it('never has adjacent items of one musician while one of another is left', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, seeds, sizes, async (rows, seed, pages) => {
        expect(rows.length).toBeLessThan(MOST_HELD);
        expect(
          repeated(
            await walk(
              sourcesOf(() => rows, seed, 0.15),
              pages,
            ),
          ),
        ).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('skips thirty items of one musician to separate them', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => `m${at}`).toSorted((a, b) => hashOf(a, 7) - hashOf(b, 7));
    const rows = ids.map((id, at): Row => ({ id, musicianId: at < 30 ? 'u0' : `u${at}`, stream: 'rest' }));
    const found = await walk(
      sourcesOf(() => rows, 7, 0),
      [20],
    );
    expect(found).toHaveLength(rows.length);
    expect(repeated(found)).toEqual([]);
  });

  it('separates the very many items of a favorite musician', async () => {
    const rows = Array.from({ length: 400 }, (_, at): Row => ({
      id: `m${at}`,
      musicianId: at < 150 ? 'u0' : `u${at}`,
      stream: at < 150 ? 'musicians' : at < 160 ? 'taste' : 'rest',
    }));
    const found = await walk(
      sourcesOf(() => rows, 7, 0),
      [20],
    );
    expect(found).toHaveLength(rows.length);
    expect(repeated(found)).toEqual([]);
    // The items that wait are part of the cursor, so they must stay few.
    expect(Math.max(...found.map(({ walk: after }) => after.held.length))).toBeLessThan(10);
  });

  it('reads a limited number of items when one musician has nearly all', async () => {
    const rows = Array.from({ length: 500 }, (_, at): Row => ({
      id: `m${at}`,
      musicianId: at === 400 ? 'u1' : 'u0',
      stream: 'rest',
    }));
    const sources = sourcesOf(() => rows, 7, 0);
    let read = 0;
    const counted: Sources = {
      ...sources,
      read: async (...asked) => {
        const part = await sources.read(...asked);
        read += part.length;
        return part;
      },
    };
    const [first] = await arrange(counted, START, 1);
    expect(first?.one.musicianId).toBe('u0');
    expect(read).toBeLessThan(20);
    await arrange(counted, START, 20);
    expect(read).toBeLessThan(200);
    expect(idsOf(await walk(sources, [20])).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it('gives newcomers their share of the first one, two and five items, over many lists', async () => {
    const rows = Array.from({ length: 60 }, (_, at): Row => ({
      id: `m${at}`,
      musicianId: `u${at}`,
      stream: at < 12 ? 'newcomer' : 'rest',
    }));
    const random = seededRandom(20_261_123);
    for (const length of [1, 2, 5]) {
      let given = 0;
      const lists = 600;
      for (let n = 0; n < lists; n += 1) {
        const sources = { ...sourcesOf(() => rows, 7, 0.15), begun: random() };
        given += (await arrange(sources, START, length)).filter(({ isNew }) => isNew).length;
      }
      // 0.045 is about three standard deviations for lists of one item, and more for longer lists.
      expect(Math.abs(given / (lists * length) - 0.15), `first ${length}`).toBeLessThan(0.045);
    }
  });

  it('begins with items similar to the listener’s choices, with the newcomers’ share between', async () => {
    const rows = Array.from({ length: 80 }, (_, at): Row => ({
      id: `m${at}`,
      musicianId: `u${at}`,
      stream: at < 20 ? 'taste' : at < 30 ? 'musicians' : at < 36 ? 'newcomer' : at < 38 ? 'choice' : 'rest',
    }));
    const found = await walk(
      sourcesOf(() => rows, 7, 0.2),
      [6],
    );
    const streams = found.map(({ one }) => rows.find(({ id }) => id === one.id)?.stream);
    expect(found.flatMap(({ isNew }, at) => (isNew ? [at] : []))).toEqual([4, 9, 14, 19, 24, 29]);
    const natural = streams.filter((stream) => stream !== 'newcomer');
    expect(natural.slice(0, 30)).not.toContain('rest');
    expect(natural.slice(0, 6)).toContain('musicians');
    expect(natural.slice(-2)).toEqual(['choice', 'choice']);
  });

  it('neither repeats nor misses an item while media are added and removed', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, seeds, sizes, seeds, async (rows, seed, pages, luck) => {
        let there: Row[] = [...rows];
        const stayed = new Set(rows.map(({ id }) => id));
        const found = idsOf(
          await walk(
            sourcesOf(() => there, seed, 0.15, rows),
            pages,
            (page) => {
              if (page > 40) return;
              const victim = there[mixed(luck + page) % Math.max(1, there.length)];
              there = there.filter((one) => one !== victim);
              if (victim) stayed.delete(victim.id);
              const stream = STREAMS[mixed(luck ^ page) % 3] ?? 'rest';
              there.push({ id: `m${1000 + page}`, musicianId: `u${page % 5}`, stream });
            },
          ),
        );
        expect(new Set(found).size).toBe(found.length);
        expect([...stayed].filter((id) => !found.includes(id))).toEqual([]);
      }),
    );
  });
});
