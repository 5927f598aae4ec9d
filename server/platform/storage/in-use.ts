import type { App } from '../app-context.ts';
import type { Db } from '../db/connection.ts';
import { type Domains, port } from '../ports.ts';
import type { Key } from './storage.ts';

/** A domain that keeps files in the store. Each provides one, listed in app.ts, so that the sweep keeps its files. */
export interface FileOwner {
  /** The first segments of the keys of its files. */
  roots: readonly string[];
  /** Does any row of the domain name a file at or under this prefix, which begins with one of its roots? */
  isNamed(db: Db, prefix: Key): Promise<boolean>;
}

export const fileOwners = port<FileOwner>('owners of files');

/** Does any row name a file at or under this prefix? */
export async function isInUse({ db, domains }: Pick<App, 'db' | 'domains'>, prefix: Key): Promise<boolean> {
  for (const owner of domains.given(fileOwners))
    if (owner.roots.some((root) => prefix.startsWith(`${root}/`)) && (await owner.isNamed(db, prefix))) return true;
  return false;
}

/** How the keys of all files begin, up to a slash. */
export const rootsOf = (domains: Domains): string[] => [
  ...new Set(domains.given(fileOwners).flatMap(({ roots }) => roots)),
];
