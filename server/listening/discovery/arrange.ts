import { type Candidate, type ReadStream, type StreamName, type StreamPosition, readStreams } from './read-streams.ts';

/** A position in a list of recommendations: everything that determines how the list continues. */
export interface RecommendationState {
  /** Number of items given out so far. */
  n: number;
  /** The position of the last row taken from each stream. */
  places: Record<StreamName, StreamPosition>;
  /** Number of newcomers (media with few listeners so far) that were given out or are no longer available. */
  newcomers: number;
  /** The musician of the last item. */
  last: string | null;
  /** Items that were read from a stream, but wait until an item of another musician has come between. */
  held: readonly string[];
  /** Number of the listener's choices that were taken; choices come after everything else. */
  choices: number;
}

export const START: RecommendationState = {
  n: 0,
  places: { musicians: null, taste: null, rest: null },
  newcomers: 0,
  last: null,
  held: [],
  choices: 0,
};

/**
 * Items of one musician that may wait before an item of another musician is taken from a stream that is further from
 * the listener's taste; `MOST_HELD` is how many may wait at all. A catalogue that is almost entirely one musician's is
 * not searched beyond these.
 */
const HELD_FOR_TASTE = 8;
export const MOST_HELD = 64;
/** One in so many items is by a musician whom the listener chose before. */
const MUSICIANS_EVERY = 3;

export interface Sources {
  read: ReadStream;
  /** Returns those of these ids that may be shown. */
  find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Candidate>>;
  newcomers: readonly string[];
  /** The listener's earlier choices, which are shown last. */
  choices: readonly string[];
  /** The share of newcomers in the list, 0 to 1. */
  share: number;
  /**
   * The part of the wait for the first newcomer that has already passed, 0 to below 1. It is random for each list, so
   * that newcomers have their share of short lists, too.
   */
  begun: number;
}

interface Given {
  one: Candidate;
  isNew: boolean;
  walk: RecommendationState;
}

/**
 * The next items of a list after a position, each with the position that follows it. Adding or removing media in the
 * meantime neither repeats an item nor leaves one out. Newcomers have their share of the list. Two items of one
 * musician are adjacent only when no item of another musician is left (or none within `MOST_HELD` items of that
 * musician in each stream).
 */
export async function arrange(sources: Sources, from: RecommendationState, most: number): Promise<Given[]> {
  const known = await sources.find([
    ...from.held,
    ...sources.newcomers.slice(from.newcomers),
    ...sources.choices.slice(from.choices),
  ]);
  const takeNext = startWalk(sources, known, from);
  const out: Given[] = [];
  while (out.length < most) {
    const next = await takeNext(most - out.length);
    if (!next) break;
    out.push(next);
  }
  return out;
}

/** Walks through the sources, starting at a position. Each call takes the next item; undefined when nothing is left. */
function startWalk(
  sources: Sources,
  known: ReadonlyMap<string, Candidate>,
  from: RecommendationState,
): (wanted: number) => Promise<Given | undefined> {
  const streams = readStreams(sources.read, from.places);
  const walk = { n: from.n, newcomers: from.newcomers, last: from.last, choices: from.choices };
  let held = from.held.flatMap((id) => known.get(id) ?? []);

  const isOfOther = ({ musicianId }: Candidate) => musicianId !== walk.last;
  /**
   * The next item in the streams that is not by the last item's musician. Items by that musician are held, up to
   * `mostHeld`.
   */
  const takeOther = async (mostHeld: number, wanted: number): Promise<Candidate | undefined> => {
    const order: StreamName[] = walk.n % MUSICIANS_EVERY === 1 ? ['musicians', 'taste'] : ['taste', 'musicians'];
    for (const stream of [...order, 'rest'] as StreamName[])
      for (let one = await streams.peek(stream, wanted); one; one = await streams.peek(stream, wanted)) {
        if (!isOfOther(one) && held.length >= mostHeld) break;
        streams.take(stream, one);
        if (isOfOther(one)) return one;
        held = [...held, one];
      }
    return undefined;
  };
  /**
   * The next choice that is not by the last item's musician. It is taken only when no other item of another musician is
   * left.
   */
  const takeOtherChoice = (): Candidate | undefined => {
    while (walk.choices < sources.choices.length) {
      const choice = known.get(sources.choices[walk.choices] ?? '');
      walk.choices += 1;
      if (choice && isOfOther(choice)) return choice;
      if (choice) held = [...held, choice];
    }
    return undefined;
  };
  const give = (one: Candidate, isNew: boolean): Given => {
    walk.n += 1;
    walk.last = one.musicianId;
    const heldNow = held;
    return {
      one,
      isNew,
      walk: {
        ...walk,
        places: { ...streams.places },
        // Computed only when read, which happens only for the last item of a page.
        get held() {
          return heldNow.map(({ id }) => id);
        },
      },
    };
  };
  /** The next newcomer that may still be shown. */
  const newcomer = (): Candidate | undefined => {
    while (walk.newcomers < sources.newcomers.length) {
      const one = known.get(sources.newcomers[walk.newcomers] ?? '');
      if (one) return one;
      walk.newcomers += 1;
    }
    return undefined;
  };

  return async (wanted) => {
    for (;;) {
      const due = Math.floor((walk.n + 1) * sources.share + sources.begun) > walk.newcomers ? newcomer() : undefined;
      if (due && isOfOther(due)) {
        walk.newcomers += 1;
        return give(due, true);
      }
      const fits = held.find(isOfOther);
      if (fits) {
        held = held.filter((one) => one !== fits);
        return give(fits, false);
      }
      const next =
        (await takeOther(HELD_FOR_TASTE, wanted)) ?? (await takeOther(MOST_HELD, wanted)) ?? takeOtherChoice();
      if (next) return give(next, false);
      // Only newcomers that have not had their turn, and items of a single musician, are left.
      const left = newcomer();
      if (!left) break;
      walk.newcomers += 1;
      if (isOfOther(left)) return give(left, true);
      held = [...held, left];
    }
    const [first, ...others] = held;
    if (!first) return undefined;
    held = others;
    return give(first, false);
  };
}
