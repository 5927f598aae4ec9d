import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { createContext } from 'react';

/** The song or video of a `MediaMenu`, for its list, which loads later than its button. */
export const MenuMedia = createContext<{ media: MediaSummary; onShare: () => void; onAdd: () => void } | null>(null);

export interface WholeList {
  name: string;
  /** Loads all songs and videos of the list, in its order. */
  whole: () => Promise<readonly MediaSummary[]>;
}

/** The list of a `ListMenu`, for the menu's items, which load later than its button. */
export const MenuOfList = createContext<WholeList | null>(null);
