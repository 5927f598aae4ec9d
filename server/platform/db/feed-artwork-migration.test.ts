import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertMedia } from '../../testkit/media.ts';
import { insertPerson } from '../../testkit/people.ts';
import { connect } from './connection.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const before = readdirSync(folder).filter((name) => name < '0170').length;

it('0170 requests a picture for accounts with songs or videos, and for no others', async () => {
  const url = await createTestDatabase({ migrated: false });
  const up = (count: number) =>
    runner({ databaseUrl: url, dir: folder, direction: 'up', migrationsTable: 'migrations', count, log: () => {} });
  await up(before);
  const db = connect(url);
  const [listener, musician, gone] = [await insertPerson(db), await insertPerson(db), await insertPerson(db)];
  for (const musicianId of [musician, gone]) await insertMedia(db, { musicianId });
  await db`update users set deleted_at = now() where id = ${gone}`;
  await up(1);
  const drawings = await db<{ id: string; drawing: string }[]>`select id, feed_drawing as drawing from users`;
  expect(new Map(drawings.map(({ id, drawing }) => [id, drawing]))).toEqual(
    new Map([
      [listener, 'none'],
      [musician, 'wanted'],
      [gone, 'none'],
    ]),
  );
  await db.end();
});
