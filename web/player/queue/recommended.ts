import { choice } from '../settings/choice.ts';
import { fieldsOf, keep, keptValue } from '../settings/kept.ts';

const KEY = 'player-recommended';

/** Tracks of the queue that nobody chose, by their ids, and what is said of them; kept for a reload as the queue is. */
const words = choice<Readonly<Record<string, string>>>(saved());

/** What is said of a track that was recommended: "Recommended · Because you played …"; undefined for one that was chosen. */
export const useRecommended = (id: string): string | undefined => words.use()[id];
export const isRecommended = (id: string): boolean => words.get()[id] !== undefined;

/** Marks one more track. */
export const markRecommended = (id: string, why: string | null): void =>
  set({ ...words.get(), [id]: ['Recommended', why].filter(Boolean).join(' · ') });

/** Forgets the marks of all but these tracks. */
export function keepMarksOf(ids: readonly string[]): void {
  const marked = Object.entries(words.get());
  const left = marked.filter(([id]) => ids.includes(id));
  if (left.length < marked.length) set(Object.fromEntries(left));
}

function set(next: Readonly<Record<string, string>>): void {
  words.set(next);
  keep('sessionStorage', KEY, Object.keys(next).length === 0 ? null : JSON.stringify(next));
}

function saved(): Readonly<Record<string, string>> {
  const texts = (content: unknown) =>
    Object.fromEntries(
      Object.entries(fieldsOf(content)).flatMap(([id, text]) => (typeof text === 'string' ? [[id, text]] : [])),
    );
  return keptValue('sessionStorage', KEY, texts) ?? {};
}
