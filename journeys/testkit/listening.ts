import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Tx, transaction } from '../../server/platform/db/connection.ts';
import { newId } from '../../server/platform/ids.ts';
import { insertMusician, openDatabase } from './catalogue.ts';
import { place } from './place.ts';
import { type Listening, prepared } from './prepared.ts';

/**
 * Copies the prepared songs and clip with their files, so that a journey needn't wait for the encoder and doesn't affect
 * others.
 * @param owner a new musician without a password unless given
 */
export async function listening(owner?: string): Promise<Listening> {
  const { songs, other, clip } = prepared().listening;
  const db = openDatabase();
  try {
    const musician = owner ?? (await insertMusician(db, 'Juno Reyes'));
    const copy = (id: string) => transaction(db, (tx) => copyMedia(tx, id, musician));
    return {
      owner: musician,
      songs: [await copy(songs[0]), await copy(songs[1])],
      other: await copy(other),
      clip: await copy(clip),
    };
  } finally {
    await db.end();
  }
}

async function copyMedia(tx: Tx, from: string, owner: string): Promise<string> {
  const [row] = await tx<{ owner: string; source: string }[]>`
    select musician_id as owner, source_id as source from media where id = ${from}`;
  if (row === undefined) throw new Error(`There is no media ${from}.`);
  const [id, source] = [newId(), newId()];
  await copyFiles([from, row.source], [id, source]);
  const ids = [
    [from, id],
    [row.source, source],
    [row.owner, owner],
  ] as const;
  await copyRows(tx, 'sources', ids);
  await copyRows(tx, 'media', ids);
  return id;
}

async function copyFiles([from, fromSource]: [string, string], [to, toSource]: [string, string]): Promise<void> {
  for (const kind of ['originals', 'media', 'artwork']) {
    const folder = join(place().dataDir, 'files', kind);
    if (!existsSync(join(folder, from))) continue;
    await cp(join(folder, from), join(folder, to), { recursive: true });
    if (kind !== 'artwork') await rename(join(folder, to, fromSource), join(folder, to, toSource));
  }
}

/** Inserts a copy of the row with all these ids replaced. The copy gets a new `rk`. */
async function copyRows(
  tx: Tx,
  table: 'media' | 'sources',
  ids: readonly (readonly [string, string])[],
): Promise<void> {
  const columns = await tx<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and column_name <> 'rk'`;
  const names = tx(columns.map(({ name }) => name));
  const [row] = await tx<{ text: string }[]>`
    select row_to_json(origin)::text as text from ${tx(table)} as origin where id in ${tx(ids.map(([from]) => from))}`;
  const text = ids.reduce((before, [from, to]) => before.replaceAll(from, to), row?.text ?? '');
  await tx`insert into ${tx(table)} (${names}) select ${names} from json_populate_record(null::${tx(table)}, ${text}::text::json)`;
}
