import type { EventEmitter } from 'node:events';
import { tooMany } from './errors.ts';

const WINDOW = 60_000;

const AT_ONCE = 'Too many requests at once from your network. Wait a moment and try again.';

/** Counts by name in windows of a minute; false when the count of this one is over. */
export function perMinute(most: number): (name: string) => boolean {
  let counts = new Map<string, number>();
  let window = 0;
  return (name) => {
    const now = Math.floor(Date.now() / WINDOW);
    if (now !== window) {
      window = now;
      counts = new Map();
    }
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count <= most;
  };
}

/** An answer that is not out: it says `close` when nobody is there to take it any more. */
type Answer = Pick<EventEmitter, 'once' | 'removeListener'>;

export interface Permit {
  /** Lets the next one in; later calls do nothing. */
  leave: () => void;
}

/**
 * Lets `most` of one name in at a time, each until it leaves; `waiting` more wait in a row, the rest hear 429. So does
 * (nobody then listens) who has gone while they waited.
 */
export function limitConcurrency(most: number, waiting: number): (name: string, answer: Answer) => Promise<Permit> {
  const states = new Map<string, { inside: number; row: Set<() => void> }>();
  return async (name, answer) => {
    const state = states.get(name) ?? { inside: 0, row: new Set() };
    states.set(name, state);
    if (state.inside < most) state.inside += 1;
    else if (state.row.size >= waiting) throw tooMany(AT_ONCE);
    else
      await new Promise<void>((resolve, reject) => {
        const next = () => {
          answer.removeListener('close', gone);
          state.row.delete(next);
          resolve();
        };
        const gone = () => {
          state.row.delete(next);
          reject(tooMany(AT_ONCE));
        };
        state.row.add(next);
        answer.once('close', gone);
      });
    let inside = true;
    return {
      leave() {
        if (!inside) return;
        inside = false;
        // The place goes on to the next in the row, if there is one.
        const [next] = state.row;
        if (next !== undefined) return next();
        state.inside -= 1;
        if (state.inside === 0) states.delete(name);
      },
    };
  };
}
