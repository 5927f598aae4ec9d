import type { Db } from './connection.ts';

/**
 * The address under which this installation was first reached. What other programs keep for good (UIDs of shows, the GUID of
 * a feed) is made from it and stays the same when PUBLIC_URL changes.
 */
export async function firstAddress(db: Db, publicUrl: string): Promise<string> {
  await db`insert into first_address (url) values (${publicUrl}) on conflict do nothing`;
  const [row] = await db<{ url: string }[]>`select url from first_address`;
  if (row === undefined) throw new Error('The first address could not be kept.');
  return row.url;
}
