import type { Pool } from '../server/platform/db/connection.ts';
import type { Caller } from './api.ts';
import type { Entry } from './catalogue.ts';
import type { Person } from './people.ts';

/** A signed-in person of the demonstration. */
export interface Account {
  person: Person;
  caller: Caller;
  id: string;
  /** True if the account was created just now. */
  isNew: boolean;
}

/** The installation to fill, and the people and entries to fill it with. */
export interface Place {
  /** The product's address. */
  base: string;
  admin: Caller;
  people: readonly Person[];
  entries: readonly Entry[];
  /** The number of plays relative to the default: 1 is about 1,500 plays. */
  crowd: number;
  /** Name or path of the ffmpeg program. */
  ffmpeg: string;
  /** Signs the person in, after a sign-up if the person has no account yet. */
  account(person: Person): Promise<Account>;
  /** For data that no endpoint can write. Each use states which domain will add an endpoint, or why none will. */
  database(): Pool;
  /** Shows a line of progress. */
  say(line: string): void;
}

/**
 * The data that one domain adds to the demonstration: one file each, listed in `parts.ts`. A part first checks which
 * data exists, so another run adds only what is missing.
 */
export interface Part {
  name: string;
  /** Returns a phrase that counts the new things, such as `12 songs`; null if nothing was missing. */
  fill(place: Place): Promise<string | null>;
}

/** Formats a count with its noun, `one` for singular and `many` for plural; null if the count is 0. */
export const made = (count: number, one: string, many = `${one}s`): string | null =>
  count === 0 ? null : `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
