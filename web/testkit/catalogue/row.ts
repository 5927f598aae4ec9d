import type { Settings } from '@scoville/contract/settings.ts';
import type { Me } from '@scoville/contract/users.ts';
import type { ScreenName } from '@scoville/contract/addresses.ts';

interface Look {
  /** What is special about it, in words; none for the screen as it usually is. */
  state?: string;
  /** The address to open. */
  at: string;
  as?: () => Me;
  settings?: Partial<Settings>;
  /** Fakes what it asks the server for. */
  answers?: (me: Me | null) => void;
  /** Brings up what the address alone doesn't show. */
  open?: () => Promise<void>;
}

/** A look of the product: a screen in one of its states, or a dialog or menu that is open over it. */
export interface Row extends Look {
  /** What shows that it is there: the text of a heading, or the name of a dialog or menu. */
  shows: string | RegExp;
}

/** A screen, a dialog or the player in a state that its usual data and the first look don't have. */
export interface StateRow extends Look {
  /** A text or a label that only this state has. */
  says: string | RegExp;
}

/** Every screen once, and its states that look different. */
export type ScreenRows = Partial<Record<ScreenName, readonly Row[]>>;

/** Open dialogs and menus by the file that draws them, below web/. */
export type OpenedRows = Record<string, readonly Row[]>;

/** The keys name the screens or parts whose states are listed. */
export type StateRows = Record<string, readonly StateRow[]>;
