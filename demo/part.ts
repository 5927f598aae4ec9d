import type { Pool } from '../server/db/connection.ts';
import type { Caller } from './api.ts';
import type { Entry } from './catalogue.ts';
import type { Person } from './people.ts';

/** Somebody of the demonstration, signed in. */
export interface Account {
  person: Person;
  caller: Caller;
  id: string;
  /** Signed up just now. */
  isNew: boolean;
}

/** The installation that is being filled, and what with. */
export interface Place {
  /** The product's address. */
  base: string;
  admin: Caller;
  people: readonly Person[];
  entries: readonly Entry[];
  /** How busy it is: 1 is about 1,500 plays. */
  crowd: number;
  /** The program's name or path. */
  ffmpeg: string;
  /** Signs in, or up the first time. */
  account(person: Person): Promise<Account>;
  /** For what has no call yet. Each use says which domain will bring one. */
  database(): Pool;
  /** Shows a line of progress. */
  say(line: string): void;
}

/**
 * What one domain brings to the demonstration, a file each, listed in `parts.ts`. It looks first what is there: done
 * again it makes what is missing, and nothing twice.
 */
export interface Part {
  name: string;
  /** Returns what it made as a phrase, such as `12 songs`; null when all was there. */
  fill(place: Place): Promise<string | null>;
}

/** The phrase for so many things made; null for none. `one` and `many` follow the number. */
export const made = (count: number, one: string, many = `${one}s`): string | null =>
  count === 0 ? null : `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
