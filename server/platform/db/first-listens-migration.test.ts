import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertMedia } from '../../testkit/media.ts';
import { newId } from '../ids.ts';
import { connect } from './connection.ts';
import { migrate, migrationNames } from './migrate.ts';

it('0103 keeps the counts of newcomers, records which are public, and restarts none that are done', async () => {
  const url = await createTestDatabase({ migrated: false });
  const names = await migrationNames();
  const before = names.findIndex((name) => name.startsWith('0103'));
  await migrate(url, before);
  const db = connect(url);
  const musicianId = newId();
  await db`insert into users (id, first_name, last_name, display_name, email, original_email, plan)
    values (${musicianId}, 'Ada', 'Byron', 'Ada', 'ada@example.org', 'ada@example.org', 'mild')`;
  const add = (seed: object) => insertMedia(db, { musicianId, scores: [80, 80, 80], ...seed });
  const [fresh, hidden, pruned, prunedAndHidden] = [await add({}), await add({}), await add({}), await add({})];
  const neverJudged = await insertMedia(db, { musicianId });
  const hide = (id: string) =>
    db`update media set published = false, published_at = null, allow_curation = false where id = ${id}`;
  await hide(hidden);
  await hide(prunedAndHidden);
  await db`update first_listens set shown = 7, heard = 2 where media_id in (${fresh}, ${hidden})`;
  await db`update media set play_count = 40 where id in (${pruned}, ${prunedAndHidden}, ${neverJudged})`;
  await db`delete from first_listens where media_id in (${pruned}, ${prunedAndHidden})`;
  await migrate(url, 1);

  const rows = await db`
    select media_id as id, musician_id as of, shown, heard, is_public as "isPublic", ended from first_listens order by 1`;
  const row = (id: string, more: object) => ({ id, of: musicianId, shown: 0, heard: 0, ...more });
  expect([...rows]).toEqual([
    row(fresh, { shown: 7, heard: 2, isPublic: true, ended: false }),
    row(hidden, { shown: 7, heard: 2, isPublic: false, ended: false }),
    row(pruned, { isPublic: true, ended: true }),
    row(prunedAndHidden, { isPublic: false, ended: true }),
  ]);
  await db`update media set published = true, published_at = now() where id in (${hidden}, ${prunedAndHidden})`;
  const after = await db`select shown, ended from first_listens where is_public order by media_id`;
  expect(after.map(({ shown, ended }) => [shown, ended])).toEqual([
    [7, false],
    [7, false],
    [0, true],
    [0, true],
  ]);
  await db.end();
});
