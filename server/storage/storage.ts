import type { Readable } from 'node:stream';

/** A key is a path of plain segments, such as `media/{id}/{source}/audio.mp4`. */
export type Key = string;

export interface Range {
  /** First and last byte, both included. */
  start: number;
  end: number;
}

/** Where files are kept, whatever is behind it. */
export interface Storage {
  /** Takes a local file over (it is gone from where it was). When this returns, the file survives a crash. */
  put(key: Key, path: string): Promise<void>;
  /** The bytes of a file or of a range of it. */
  read(key: Key, range?: Range): Promise<Readable>;
  /** Size in bytes, or null when there is none. */
  size(key: Key): Promise<number | null>;
  /** Removes a file or everything under a prefix; nothing happens when there is none. */
  remove(prefix: Key): Promise<void>;
  /** All keys under a prefix. */
  list(prefix: Key): AsyncIterable<Key>;
  /** Bytes that it can still take; null when it knows no end. */
  free(): Promise<number | null>;
}

/** Whether a text is a plain key: segments that climb nowhere, 400 characters at most. */
export const isKey = (text: string): boolean =>
  text.length <= 400 && /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(text);

/** Refuses what is not a plain key, so that no key can leave its store. */
export function checkKey(key: Key): Key {
  if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}
