import type { Settings } from '@scoville/contract/accounts/settings.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { ScreenName } from '@scoville/contract/platform/http/addresses.ts';

interface Look {
  /** A description of the state; none for the screen's usual state. */
  state?: string;
  /** The address to open. */
  at: string;
  as?: () => Me;
  settings?: Partial<Settings>;
  /** Fakes the calls for this state. */
  answers?: (me: Me | null) => void;
  /** Opens what the address alone doesn't show. */
  open?: () => Promise<void>;
  /** The state has no sign or no button on a phone, where the screen is looked at without it. */
  isWide?: true;
}

/** One view of the product: a screen in one of its states, or an open dialog or menu. */
export interface Row extends Look {
  /** Identifies the view: the text of a heading, or the name of a dialog or menu. */
  shows: string | RegExp;
}

/** A screen, a dialog or the player in a state that its usual data and first view don't show. */
export interface StateRow extends Look {
  /** A text or label that only this state has. */
  says: string | RegExp;
}

/** Every screen, with a row for each state that looks different. */
export type ScreenRows = Partial<Record<ScreenName, readonly Row[]>>;

/** Open dialogs and menus, by the path below web/ of the file that renders them. */
export type OpenedRows = Record<string, readonly Row[]>;

/** The keys name the screens or parts whose states are listed. */
export type StateRows = Record<string, readonly StateRow[]>;
