/** The text that this browser stores under a key; null when none is stored or the storage cannot be read. */
export function readStored(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch (error) {
    console.warn('What this browser keeps could not be read.', error);
    return null;
  }
}

/** Stores a text in this browser; null removes it. Without storage the value only lasts until the page is left. */
export function writeStored(storage: 'localStorage' | 'sessionStorage', key: string, text: string | null): void {
  try {
    if (text === null) window[storage].removeItem(key);
    else window[storage].setItem(key, text);
  } catch (error) {
    console.warn('This could not be kept in this browser.', error);
  }
}

/**
 * Reads JSON that this browser stores under a key.
 * @param read converts the parsed content, or returns null if it is invalid
 * @returns null without valid content
 */
export function readStoredValue<T>(
  storage: 'localStorage' | 'sessionStorage',
  key: string,
  read: (content: unknown) => T | null,
): T | null {
  try {
    return read(JSON.parse(readStored(storage, key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Returns an object's fields, and an empty object for other values. */
export const fieldsOf = (content: unknown): Readonly<Record<string, unknown>> =>
  typeof content === 'object' && content !== null ? { ...content } : {};

/** Refuses NaN and Infinity, which `1e999` is in JSON. */
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
