import type { Suggestion } from '@scoville/contract/listening/discovery/search-suggestions.ts';

/** One entry of the suggestions. */
export interface Option {
  kind: Suggestion['kind'] | 'screen' | 'place';
  label: string;
  /** The kind and the owner of the suggested item, such as "Song by Juno". */
  about: string;
  path: string;
}
