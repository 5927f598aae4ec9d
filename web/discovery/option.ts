import type { Suggestion } from '@scoville/contract/search-suggestions.ts';

/** One line of suggestions. */
export interface Option {
  kind: Suggestion['kind'] | 'screen' | 'place';
  label: string;
  /** What it is, and whose. */
  about: string;
  path: string;
}
