import { isId } from '@scoville/contract/values.ts';

const KEY = 'played';
const MOST = 20;

/** Ids of what a visitor played in this browser, the latest first: they stay here, but for what is recommended. */
export function playedHere(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string' && isId(id)).slice(0, MOST) : [];
  } catch {
    // Where the browser has no place for them nothing is remembered.
    return [];
  }
}

/** Remembers one more. */
export function rememberPlayed(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...playedHere().filter((other) => other !== id)].slice(0, MOST)));
  } catch (error) {
    console.warn('This browser does not remember what was played.', error);
  }
}
