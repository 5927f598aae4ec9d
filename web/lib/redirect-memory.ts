import { afterLogin, isOwnPath, recordedPath } from '@scoville/contract/redirects.ts';

/** Where this visit has been, as far as signing in needs it. */
export interface Memory {
  /** The address that a guard or a 401 interrupted. */
  attempted: string | null;
  /** The page before this one, login and logout said as "/". */
  previous: string | null;
  /** The page that is open. */
  current: string | null;
}

const EMPTY: Memory = { attempted: null, previous: null, current: null };
const onTheWayIn = (path: string): boolean => /^\/(login|signup|forgot|reset)(?=[/?#]|$)/.test(path);

/**
 * The memory after `path` was opened. The page that was left becomes the place to come back to; opening the same page
 * again changes nothing. An interrupted address is forgotten once the visitor goes on elsewhere.
 */
export function visited(memory: Memory, path: string): Memory {
  if (memory.current === path) return memory;
  const attempted = onTheWayIn(path) ? memory.attempted : null;
  return { attempted, previous: leaving(memory), current: path };
}

function leaving({ current, previous }: Memory): string | null {
  if (current === null) return previous;
  // From login one may go on to the sign-up form: that keeps the page on which the visitor had decided to sign in.
  if (onTheWayIn(current) && previous !== null) return previous;
  return recordedPath(current) ?? previous;
}

/** The memory after a guard, or a 401, sent the visitor from `path` to the login screen. */
export const interrupted = (memory: Memory, path: string): Memory =>
  onTheWayIn(path) || recordedPath(path) !== path ? memory : { ...memory, attempted: path };

/** Where signing in leads. */
export const destination = ({ attempted, previous }: Memory): string => afterLogin(attempted, previous);

const KEY = 'redirect-memory';

/** The tab's own storage; reading the name alone throws where the browser blocks a site's data. */
const ofTab = (): Storage => sessionStorage;

/** What could not be kept for the tab; it lasts until the page is loaded anew. */
let unkept: Memory | null = null;

/** Reads the memory of this tab; damaged or foreign content counts as none. */
export function readMemory(storage: () => Pick<Storage, 'getItem'> = ofTab): Memory {
  if (unkept !== null) return unkept;
  let kept: unknown;
  try {
    kept = JSON.parse(storage().getItem(KEY) ?? 'null');
  } catch {
    return EMPTY;
  }
  if (typeof kept !== 'object' || kept === null) return EMPTY;
  const path = (name: keyof Memory) => {
    const value = (kept as Record<string, unknown>)[name];
    return typeof value === 'string' && isOwnPath(value) ? value : null;
  };
  return { attempted: path('attempted'), previous: path('previous'), current: path('current') };
}

/** Keeps the memory for this tab; where the browser has no place for it, for this page. */
export function keepMemory(memory: Memory, storage: () => Pick<Storage, 'setItem'> = ofTab): void {
  try {
    storage().setItem(KEY, JSON.stringify(memory));
    unkept = null;
  } catch {
    unkept = memory;
  }
}
