import type { StreamPlace } from './read-streams.ts';
import type { RecommendationState } from './arrange.ts';
import type { Choice } from './recommendations.queries.ts';
import type { Taste } from './taste.ts';

/** Everything that a list was started with. The cursor contains it, so that later changes move no item of the list. */
export interface ListStart {
  taste: Taste;
  newcomers: readonly string[];
  /** The bits of the two shuffled streams. */
  bits: { taste: number; rest: number };
}

/** A position in a list of recommendations, as a cursor contains it. */
export type RecommendationCursor = readonly [
  walk: string,
  choices: string,
  genres: string,
  moods: string,
  musicians: string,
  newcomers: string,
  held: string,
];

/** Encodes ids as a short text, 16 bytes each. */
const packed = (ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');

function unpacked(text: string): string[] {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  return Array.from({ length: hex.length / 32 }, (_, at) =>
    hex.slice(at * 32, at * 32 + 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  );
}

const KINDS: readonly Choice['kind'][] = ['played', 'favorited', 'rated'];

export const writeCursor = ({ taste, newcomers, bits }: ListStart, walk: RecommendationState): RecommendationCursor => [
  JSON.stringify([
    walk.n,
    walk.places.musicians,
    walk.places.taste,
    walk.places.rest,
    walk.newcomers,
    walk.last,
    walk.choices,
    bits.taste,
    bits.rest,
    taste.choices.map(({ kind }) => KINDS.indexOf(kind)).join(''),
  ]),
  packed(taste.choices.map(({ id }) => id)),
  packed(taste.genres),
  packed(taste.moods),
  packed(taste.musicians),
  packed(newcomers),
  packed(walk.held),
];

export function readCursor(place: RecommendationCursor): { begun: ListStart; walk: RecommendationState } {
  const [text, choices, genres, moods, musicians, newcomers, held] = place;
  type Where = StreamPlace | null | 'end';
  // The cursor is signed, so its form is the one that `writeCursor` gave it.
  const [n, atMusicians, atTaste, atRest, shown, last, choicesGiven, ofTaste, ofRest, kinds] = JSON.parse(text) as [
    number,
    Where,
    Where,
    Where,
    number,
    string | null,
    number,
    number,
    number,
    string,
  ];
  return {
    begun: {
      taste: {
        choices: unpacked(choices).map((id, at) => ({ id, kind: KINDS[Number(kinds[at])] ?? 'played' })),
        genres: unpacked(genres),
        moods: unpacked(moods),
        musicians: unpacked(musicians),
      },
      newcomers: unpacked(newcomers),
      bits: { taste: ofTaste, rest: ofRest },
    },
    walk: {
      n,
      places: { musicians: atMusicians, taste: atTaste, rest: atRest },
      newcomers: shown,
      last,
      held: unpacked(held),
      choices: choicesGiven,
    },
  };
}
