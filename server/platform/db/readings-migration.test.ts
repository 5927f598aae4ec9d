import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertMedia } from '../../testkit/media.ts';
import { newId } from '../ids.ts';
import { connect } from './connection.ts';
import { migrate, migrationNames } from './migrate.ts';

it('0181 takes the scores of earlier verdicts as readings, also of reviewers who were not drawn or are gone', async () => {
  const url = await createTestDatabase({ migrated: false });
  const names = await migrationNames();
  await migrate(
    url,
    names.findIndex((name) => name.startsWith('0181')),
  );
  const db = connect(url);
  const person = async () => {
    const id = newId();
    await db`
      insert into users (id, first_name, last_name, display_name, email, original_email, plan)
      values (${id}, 'Ada', 'Byron', 'Ada', ${id}, ${id}, 'mild')`;
    return id;
  };
  const [musicianId, drawn, other] = [await person(), await person(), await person()];
  const judge = async (row: object) => {
    const mediaId = await insertMedia(db, { musicianId, scores: [80, 70, 60] });
    const review = {
      id: newId(),
      media_id: mediaId,
      reviewer_id: drawn,
      decided_by: drawn,
      outcome: 'curated',
      storytelling: 80,
      execution: 70,
      thumbnail_art: 60,
      opened_at: new Date(),
      submitted_at: new Date(),
      due_at: new Date(),
      decided_at: new Date(),
    };
    await db`insert into reviews ${db({ ...review, ...row } as never)}`;
    return mediaId;
  };
  const asDrawn = await judge({});
  const byOther = await judge({ decided_by: other });
  const nobodyDrawn = await judge({ reviewer_id: null });
  await judge({ decided_by: null });
  await judge({ storytelling: null, execution: null, thumbnail_art: null, outcome: 'rejected' });
  await judge({ outcome: 'withdrawn' });
  await judge({ opened_at: null });
  await migrate(url);
  const rows = await db`
    select media_id as of, reviewer_id as by, drawn, purpose, storytelling + execution + thumbnail_art as sum
    from readings order by media_id`;
  const reading = (of: string, by: string, isDrawn: boolean) => ({
    of,
    by,
    drawn: isDrawn,
    purpose: 'first',
    sum: 210,
  });
  expect([...rows]).toEqual([
    reading(asDrawn, drawn, true),
    reading(byOther, other, false),
    reading(nobodyDrawn, drawn, false),
  ]);
  await db.end();
});
