import { type Candidate, type ReadStream, type StreamName, type StreamPosition, readStreams } from './read-streams.ts';

/** Where a list stands: everything that decides how it goes on. */
export interface RecommendationState {
  /** How many were given out. */
  n: number;
  /** The place of the last one read of each stream. */
  places: Record<StreamName, StreamPosition>;
  /** Newcomers that were given out or found gone. */
  newcomers: number;
  /** Whose the last one was. */
  last: string | null;
  /** Read, and waiting for somebody else's to come between. */
  held: readonly string[];
  /** Choices of the listener that come when everything else has come. */
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
 * So many of one musician wait before somebody else's is taken from where less of the listener's taste is, and so many
 * wait at most: a catalogue that is one musician's almost alone is looked through no further than past these.
 */
const HELD_FOR_TASTE = 8;
export const MOST_HELD = 64;
/** One of so many is by a musician whom the listener chose before. */
const MUSICIANS_EVERY = 3;

export interface Sources {
  read: ReadStream;
  /** Those of these that may be shown. */
  find: (ids: readonly string[]) => Promise<ReadonlyMap<string, Candidate>>;
  newcomers: readonly string[];
  /** What the listener chose before: it is shown last. */
  choices: readonly string[];
  /** The part that newcomers have, 0 to 1. */
  share: number;
  /**
   * How far the first of them is on its way already, 0 to below 1: drawn anew for each list, so that they have their share
   * of short ones, too.
   */
  begun: number;
}

interface Given {
  one: Candidate;
  isNew: boolean;
  walk: RecommendationState;
}

/**
 * The next of a list after a place in it, each with the place that it leads to: one is never given out twice and none is
 * left out, whatever comes and goes beside it. Newcomers have their share of it; of one musician two stand side by side
 * only when nothing of anybody else is left (or nothing within `MOST_HELD` of that musician's in each stream).
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

/** A walk through the sources from a place on. Each call takes the next; undefined when nothing is left. */
function startWalk(
  sources: Sources,
  known: ReadonlyMap<string, Candidate>,
  from: RecommendationState,
): (wanted: number) => Promise<Given | undefined> {
  const streams = readStreams(sources.read, from.places);
  const walk = { n: from.n, newcomers: from.newcomers, last: from.last, choices: from.choices };
  let held = from.held.flatMap((id) => known.get(id) ?? []);

  const isOfOther = ({ musicianId }: Candidate) => musicianId !== walk.last;
  /** The next in the streams that is not of the last one's musician; what is waits, up to so many. */
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
  /** The next choice that is not of the last one's musician: choices come when nothing else of anybody else is left. */
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
        // Computed only when read, which is at the end of a page.
        get held() {
          return heldNow.map(({ id }) => id);
        },
      },
    };
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
      // Nothing else is left: newcomers that had no turn yet, and what is of one musician alone.
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
