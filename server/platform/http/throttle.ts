import type { EventEmitter } from 'node:events';
import { tooManyRequests } from './errors.ts';

const WINDOW = 60_000;

const AT_ONCE = 'Too many requests at once from your network. Wait a moment and try again.';

/** Counts calls by name, such as a network, in windows of a minute. Returns false after more than `most` calls. */
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

/** An answer that isn't sent yet. It emits `close` when the client disconnects. */
type Answer = Pick<EventEmitter, 'once' | 'removeListener'>;

export interface Permit {
  /** Admits the next caller; later calls do nothing. */
  leave: () => void;
}

/**
 * Admits at most `most` callers with the same name, such as their network, at the same time. Each one keeps its place
 * until it leaves. Up to `waiting` more callers queue, and the rest get 429. A caller that disconnects while queued is
 * also rejected with 429, which is then never sent.
 */
export function limitConcurrency(most: number, waiting: number): (name: string, answer: Answer) => Promise<Permit> {
  const states = new Map<string, { inside: number; row: Set<() => void> }>();
  return async (name, answer) => {
    const state = states.get(name) ?? { inside: 0, row: new Set() };
    states.set(name, state);
    if (state.inside < most) state.inside += 1;
    else if (state.row.size >= waiting) throw tooManyRequests(AT_ONCE);
    else
      await new Promise<void>((resolve, reject) => {
        const next = () => {
          answer.removeListener('close', gone);
          state.row.delete(next);
          resolve();
        };
        const gone = () => {
          state.row.delete(next);
          reject(tooManyRequests(AT_ONCE));
        };
        state.row.add(next);
        answer.once('close', gone);
      });
    let inside = true;
    return {
      leave() {
        if (!inside) return;
        inside = false;
        // Hand the place to the next in the queue, if there is one.
        const [next] = state.row;
        if (next !== undefined) return next();
        state.inside -= 1;
        if (state.inside === 0) states.delete(name);
      },
    };
  };
}
