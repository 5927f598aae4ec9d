/** A media on its way into a list of recommendations. */
export interface Candidate {
  id: string;
  musicianId: string;
}

/** One that stands in a stream, with the place to read on from. */
interface Streamed extends Candidate {
  place: StreamPlace;
}

export type StreamPlace = readonly (string | number)[];

/** What a list is made of, each in the order of the seed: by the same musicians, of the same genres and moods, and the rest. */
export const STREAMS = ['musicians', 'taste', 'rest'] as const;
export type StreamName = (typeof STREAMS)[number];

/** Where a list stands: everything that decides how it goes on. */
export interface Walk {
  /** How many were given out. */
  n: number;
  /** The place of the last one read of each stream: null before the first, `end` when none is left. */
  places: Record<StreamName, StreamPlace | null | 'end'>;
  /** Newcomers that were given out or found gone. */
  newcomers: number;
  /** Whose the last one was. */
  last: string | null;
  /** Read, and waiting for somebody else's to come between. */
  held: readonly string[];
  /** Choices of the listener that come when everything else has come. */
  choices: number;
}

export const START: Walk = {
  n: 0,
  places: { musicians: null, taste: null, rest: null },
  newcomers: 0,
  last: null,
  held: [],
  choices: 0,
};

/** What may wait: somebody else's is looked for no further than past so many of one musician. */
export const MOST_HELD = 8;
/** One of so many is by a musician whom the listener chose before. */
const MUSICIANS_EVERY = 3;
const READ_AHEAD = 8;

export interface Sources {
  /** Rows of a stream after a place, in its order; fewer than `size` only at its end. What belongs elsewhere is null. */
  read: (
    stream: StreamName,
    after: StreamPlace | null,
    size: number,
  ) => Promise<readonly (Streamed | { place: StreamPlace; id: null })[]>;
  /** Those of these that may be shown. */
  find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Candidate>>;
  newcomers: readonly string[];
  /** What the listener chose before: it is shown last. */
  choices: readonly string[];
  /** The part that newcomers have, 0 to 1. */
  share: number;
}

/**
 * The next of a list after a place in it, each with the place that it leads to: one is never given out twice and none is
 * left out, whatever comes and goes beside it. Newcomers have their share of it; of one musician two never stand side by
 * side while one of somebody else is within reach.
 */
export async function arrange(
  sources: Sources,
  from: Walk,
  most: number,
): Promise<{ one: Candidate; isNew: boolean; walk: Walk }[]> {
  const waiting: Record<StreamName, Streamed[]> = { musicians: [], taste: [], rest: [] };
  const ends: Record<StreamName, StreamPlace | null | 'end'> = { ...from.places };
  const known = await sources.find([
    ...from.held,
    ...sources.newcomers.slice(from.newcomers),
    ...sources.choices.slice(from.choices),
  ]);
  const out: { one: Candidate; isNew: boolean; walk: Walk }[] = [];
  const walk = { ...from, places: { ...from.places } };
  let held = from.held.flatMap((id) => known.get(id) ?? []);

  /** The next of a stream, which is then read; undefined at its end. */
  const take = async (stream: StreamName): Promise<Candidate | undefined> => {
    while (waiting[stream].length === 0) {
      const after = ends[stream];
      if (after === 'end') {
        walk.places[stream] = 'end';
        return undefined;
      }
      const size = most - out.length + READ_AHEAD;
      const rows = await sources.read(stream, after, size);
      waiting[stream].push(...rows.filter((row) => row.id !== null));
      ends[stream] = rows.length < size ? 'end' : (rows.at(-1)?.place ?? 'end');
      // What was passed over is passed for good.
      if (waiting[stream].length === 0) walk.places[stream] = ends[stream];
    }
    const one = waiting[stream].shift();
    if (one) walk.places[stream] = one.place;
    return one;
  };
  const takeNext = async (): Promise<Candidate | undefined> => {
    const order: StreamName[] = walk.n % MUSICIANS_EVERY === 1 ? ['musicians', 'taste'] : ['taste', 'musicians'];
    for (const stream of [...order, 'rest'] as StreamName[]) {
      const one = await take(stream);
      if (one) return one;
    }
    while (walk.choices < sources.choices.length) {
      const choice = known.get(sources.choices[walk.choices] ?? '');
      walk.choices += 1;
      if (choice) return choice;
    }
    return undefined;
  };
  const give = (one: Candidate, isNew: boolean) => {
    walk.n += 1;
    walk.last = one.musicianId;
    out.push({
      one,
      isNew,
      walk: { ...walk, places: { ...walk.places }, held: held.map(({ id }) => id) },
    });
  };
  /** A newcomer whose turn it is, if somebody else came before. */
  const newcomer = (): Candidate | undefined => {
    while (walk.newcomers < sources.newcomers.length) {
      const one = known.get(sources.newcomers[walk.newcomers] ?? '');
      if (one) return one;
      walk.newcomers += 1;
    }
    return undefined;
  };

  while (out.length < most) {
    const due = Math.floor((walk.n + 1) * sources.share) > walk.newcomers ? newcomer() : undefined;
    if (due && due.musicianId !== walk.last) {
      walk.newcomers += 1;
      give(due, true);
      continue;
    }
    const fits = held.find(({ musicianId }) => musicianId !== walk.last);
    if (fits) {
      held = held.filter((one) => one !== fits);
      give(fits, false);
      continue;
    }
    const next = await takeNext();
    if (next && next.musicianId === walk.last && held.length < MOST_HELD) {
      held = [...held, next];
      continue;
    }
    if (next) {
      give(next, false);
      continue;
    }
    // Nothing else is left: newcomers that had no turn yet, and what is of one musician alone.
    const left = newcomer();
    if (left) {
      walk.newcomers += 1;
      if (left.musicianId === walk.last) held = [...held, left];
      else give(left, true);
      continue;
    }
    const [first, ...others] = held;
    if (!first) break;
    held = others;
    give(first, false);
  }
  return out;
}
