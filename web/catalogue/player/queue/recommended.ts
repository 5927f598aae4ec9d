import { createStore } from '../settings/store.ts';
import { fieldsOf, writeStored, readStoredValue } from '../settings/browser-storage.ts';

const KEY = 'player-recommended';

/** The recommended tracks of the queue, with a text for each, by id; stored across reloads like the queue. */
const words = createStore<Readonly<Record<string, string>>>(saved());

/** The text of a recommended track: "Recommended · Because you played …"; undefined for a track that was chosen. */
export const useRecommendedText = (id: string): string | undefined => words.use()[id];
export const isRecommended = (id: string): boolean => words.get()[id] !== undefined;

/** Marks a track as recommended. */
export const markRecommended = (id: string, why: string | null): void =>
  set({ ...words.get(), [id]: ['Recommended', why].filter(Boolean).join(' · ') });

/** Keeps only the marks of these tracks. */
export function keepMarksOf(ids: readonly string[]): void {
  const marked = Object.entries(words.get());
  const left = marked.filter(([id]) => ids.includes(id));
  if (left.length < marked.length) set(Object.fromEntries(left));
}

function set(next: Readonly<Record<string, string>>): void {
  words.set(next);
  writeStored('sessionStorage', KEY, Object.keys(next).length === 0 ? null : JSON.stringify(next));
}

function saved(): Readonly<Record<string, string>> {
  const texts = (content: unknown) =>
    Object.fromEntries(
      Object.entries(fieldsOf(content)).flatMap(([id, text]) => (typeof text === 'string' ? [[id, text]] : [])),
    );
  return readStoredValue('sessionStorage', KEY, texts) ?? {};
}
