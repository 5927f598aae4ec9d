import type { Readable } from 'node:stream';

/** A key is a path of plain segments, such as `media/{id}/{source}/audio.mp4`. */
export type Key = string;

export interface Range {
  /** First and last byte, both included. */
  start: number;
  end: number;
}

/** What can be read of an open file. */
export interface OpenFile {
  /** Reads up to `length` bytes from `position` into the buffer; none are read behind the end. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/** A file of the store, open for whoever asked for it to read and to close. */
export interface StoredFile {
  file: OpenFile;
  stats: { size: number };
}

/** The headers with which an address serves the file. */
interface ResponseHeaders {
  contentType: string;
  cacheControl: string;
}

/** A part that the store has taken: which it is, from 1, and how the store names it. */
export interface Part {
  number: number;
  etag: string;
}

/** Files that grow in the store itself, part by part, and appear when they are whole. */
export interface Parts {
  /** Begins a file; returns the name of its growing. */
  begin(key: Key): Promise<string>;
  /**
   * Takes one part, as large as all others unless it is the last, which may be smaller; the same number again takes its
   * place. Throws NotGrowing when the store has lost the file.
   * @param bytes is called when there is memory for a part
   */
  add(key: Key, upload: string, number: number, bytes: () => Promise<Buffer>, signal?: AbortSignal): Promise<string>;
  /** Puts the file together from its parts, in their order. Throws NotGrowing when it is whole already, or they are lost. */
  complete(key: Key, upload: string, parts: readonly Part[]): Promise<void>;
  /** Gives it up; nothing happens when it is gone. */
  abandon(key: Key, upload: string): Promise<void>;
}

/** Where files are kept, whatever is behind it. */
export interface Storage {
  /** How files grow in the store; null for a folder, where whoever may put a file can as well write it there. */
  parts: Parts | null;
  /**
   * Takes a local file over (it is gone from where it was). When this returns, the file survives a crash, and every
   * process of the installation can read it. A key is written once: whoever reads it reads the same bytes for ever.
   */
  put(key: Key, path: string): Promise<void>;
  /** A file, open for reading; null when there is none. */
  open(key: Key): Promise<StoredFile | null>;
  /**
   * Runs `work` with a path of this machine under which the file can be read for as long as that runs, and no longer.
   * @param signal gives up what has to be done first, with its reason
   */
  withLocal<T>(key: Key, work: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * An address at which anybody gets the file from the store itself until `until` (milliseconds since 1970) at the latest;
   * null when this process serves it.
   */
  address(key: Key, until: number, headers: ResponseHeaders): Promise<string | null>;
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

/** The store cannot be reached for now; what was asked of it may work in a moment. */
export class StoreUnavailable extends Error {
  readonly code = 'STORE_UNAVAILABLE';
}

/**
 * The store has no such file that grows: it was given up, put together, or removed by a rule of the bucket; or it has not the
 * parts of it that we know.
 */
export class NotGrowing extends Error {}

/** Whether a text is a plain key: segments that climb nowhere, 400 characters at most. */
export const isKey = (text: string): boolean =>
  text.length <= 400 && /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(text);

/** Refuses what is not a plain key, so that no key can leave its store. */
export function checkKey(key: Key): Key {
  if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}
