import { afterLogin, isOwnPath, recordedPath } from '@scoville/contract/platform/http/redirects.ts';

/** The pages of this visit, as far as the redirect after signing in needs them. */
export interface Memory {
  /** The address that a guard or a 401 interrupted. */
  attempted: string | null;
  /** The page before the current one; login and logout count as "/". */
  previous: string | null;
  /** The current page. */
  current: string | null;
}

const EMPTY: Memory = { attempted: null, previous: null, current: null };
const isSigningIn = (path: string): boolean => /^\/(login|signup|forgot|reset|verify)(?=[/?#]|$)/.test(path);

/**
 * Returns the memory after `path` was opened. The page that was left becomes the redirect target; opening the same page
 * again changes nothing. An interrupted address is forgotten once the visitor opens another page.
 */
export function recordVisit(memory: Memory, path: string): Memory {
  if (memory.current === path) return memory;
  const attempted = isSigningIn(path) ? memory.attempted : null;
  return { attempted, previous: leaving(memory), current: path };
}

function leaving({ current, previous }: Memory): string | null {
  if (current === null) return previous;
  // From login a visitor may open the sign-up form, which keeps the page on which the visitor decided to sign in.
  if (isSigningIn(current) && previous !== null) return previous;
  return recordedPath(current) ?? previous;
}

/** The memory after a guard, or a 401, sent the visitor from `path` to the login screen. */
export const recordInterruption = (memory: Memory, path: string): Memory =>
  isSigningIn(path) || recordedPath(path) !== path ? memory : { ...memory, attempted: path };

/** The address to which signing in redirects. */
export const redirectTarget = ({ attempted, previous }: Memory): string => afterLogin(attempted, previous);

const KEY = 'redirect-memory';

/** The tab's own storage. Even reading the property throws if the browser blocks a site's data. */
const ofTab = (): Storage => sessionStorage;

/** A memory that could not be saved in the tab's storage; it lasts until a reload. */
let unsaved: Memory | null = null;

/** Reads the memory of this tab; damaged or foreign content counts as empty. */
export function readMemory(storage: () => Pick<Storage, 'getItem'> = ofTab): Memory {
  if (unsaved !== null) return unsaved;
  let stored: unknown;
  try {
    stored = JSON.parse(storage().getItem(KEY) ?? 'null');
  } catch {
    return EMPTY;
  }
  if (typeof stored !== 'object' || stored === null) return EMPTY;
  const path = (name: keyof Memory) => {
    const value = (stored as Record<string, unknown>)[name];
    return typeof value === 'string' && isOwnPath(value) ? value : null;
  };
  return { attempted: path('attempted'), previous: path('previous'), current: path('current') };
}

/** Saves the memory for this tab, or only for this page if the browser blocks storage. */
export function saveMemory(memory: Memory, storage: () => Pick<Storage, 'setItem'> = ofTab): void {
  try {
    storage().setItem(KEY, JSON.stringify(memory));
    unsaved = null;
  } catch {
    unsaved = memory;
  }
}
