import type { Db } from './connection.ts';

/**
 * The first address of this installation. Permanent identifiers (UIDs of shows, the GUID of a feed) are made from it,
 * so they don't change with PUBLIC_URL.
 */
export async function firstAddress(db: Db, publicUrl: string): Promise<string> {
  await db`insert into first_address (url) values (${publicUrl}) on conflict do nothing`;
  const [row] = await db<{ url: string }[]>`select url from first_address`;
  if (row === undefined) throw new Error('The first address could not be kept.');
  return row.url;
}
