import { isId } from '@scoville/contract/platform/lib/values.ts';

const KEY = 'played';
const MOST = 20;

/**
 * Ids of the songs and videos that a visitor played in this browser, the latest first. They are only sent for
 * recommendations.
 */
export function localPlays(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string' && isId(id)).slice(0, MOST) : [];
  } catch {
    // If the browser has no storage, plays are not remembered.
    return [];
  }
}

/** Adds an id. */
export function rememberPlay(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...localPlays().filter((other) => other !== id)].slice(0, MOST)));
  } catch (error) {
    console.warn('This browser does not remember what was played.', error);
  }
}
