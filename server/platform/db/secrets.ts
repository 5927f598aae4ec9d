import { randomBytes } from 'node:crypto';
import type { Db } from './connection.ts';

/** A secret of this installation, created with the first call; the same in all processes. */
export async function secret(db: Db, name: string): Promise<string> {
  await db`insert into secrets (name, value) values (${name}, ${randomBytes(32).toString('base64url')}) on conflict do nothing`;
  const [row] = await db<{ value: string }[]>`select value from secrets where name = ${name}`;
  if (row === undefined) throw new Error(`The secret ${name} could not be made.`);
  return row.value;
}
