import type { Readable } from 'node:stream';

/** A key is a path of plain segments, such as `media/{id}/{source}/audio.mp4`. */
export type Key = string;

export interface Range {
  /** First and last byte, both included. */
  start: number;
  end: number;
}

/** An open file to read from. */
export interface OpenFile {
  /** Reads up to `length` bytes from `position` into the buffer, and none past the end. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/** A file of the store that is open for reading and that the caller must close. */
export interface StoredFile {
  file: OpenFile;
  stats: { size: number };
}

/** The headers of the response that serves the file. */
interface ResponseHeaders {
  contentType: string;
  cacheControl: string;
}

/** A part that the store has accepted: its number, from 1, and the store's name for it. */
export interface Part {
  number: number;
  etag: string;
}

/** Files that grow in the store itself, part by part, and appear when they are complete. */
export interface Parts {
  /** Begins a file; returns the id of its upload. */
  begin(key: Key): Promise<string>;
  /**
   * Stores one part and returns its ETag. All parts have the same size, except the last, which may be smaller; a part
   * with the same number replaces the earlier one. Throws NotGrowing when the store has lost the file.
   * @param bytes is called once there is memory for a part
   */
  add(key: Key, upload: string, number: number, bytes: () => Promise<Buffer>, signal?: AbortSignal): Promise<string>;
  /**
   * Assembles the file from its parts, in their order. Throws NotGrowing when it is complete already, or its parts are
   * lost.
   */
  complete(key: Key, upload: string, parts: readonly Part[]): Promise<void>;
  /** Abandons the file; no error when the store no longer has it. */
  abandon(key: Key, upload: string): Promise<void>;
}

/** The store of files, independent of how it is implemented. */
export interface Storage {
  /**
   * How files grow in the store; null for a folder, because a process that can put a file there can also append to it
   * there.
   */
  parts: Parts | null;
  /**
   * Moves a local file into the store. When this returns, the file survives a crash, and every process of the
   * installation can read it. A key is written only once, so every later read returns the same bytes.
   */
  put(key: Key, path: string): Promise<void>;
  /** A file, open for reading; null when it doesn't exist. */
  open(key: Key): Promise<StoredFile | null>;
  /**
   * Runs `work` with a local path under which the file can be read while `work` runs, and no longer.
   * @param signal aborts the preparation of that path, with its reason
   */
  withLocal<T>(key: Key, work: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * An address at which any client gets the file from the store itself, until `until` (milliseconds since 1970) at the
   * latest; null when this process serves the file.
   */
  address(key: Key, until: number, headers: ResponseHeaders): Promise<string | null>;
  /** The bytes of a file or of a range of it. */
  read(key: Key, range?: Range): Promise<Readable>;
  /** Size in bytes; null when the file doesn't exist. */
  size(key: Key): Promise<number | null>;
  /** Removes a file or everything under a prefix; no error when there is none. */
  remove(prefix: Key): Promise<void>;
  /** All keys under a prefix. */
  list(prefix: Key): AsyncIterable<Key>;
  /** Bytes that the store can still take; null when it has no known limit. */
  free(): Promise<number | null>;
}

/** The store is unreachable for now; a retry may succeed in a moment. */
export class StoreUnavailable extends Error {
  readonly code = 'STORE_UNAVAILABLE';
}

/**
 * The store has no such growing file, because it was abandoned, assembled, or removed by a rule of the bucket; or the
 * store lacks parts of it that we have noted.
 */
export class NotGrowing extends Error {}

/** Whether a text is a plain key: segments that cannot climb out of the store, 400 characters at most. */
export const isKey = (text: string): boolean =>
  text.length <= 400 && /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(text);

/** Throws for anything but a plain key, so that no key can leave its store. */
export function checkKey(key: Key): Key {
  if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}
