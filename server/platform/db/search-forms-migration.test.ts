import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { findPart } from '../../listening/discovery/search.ts';
import { renewDocuments } from '../../listening/discovery/search.queries.ts';
import { EVERYTHING } from '../../listening/discovery/suggestions.ts';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertMedia } from '../../testkit/media.ts';
import { listPeople } from '../../accounts/users/people.queries.ts';
import { connect } from './connection.ts';
import { migrate } from './migrate.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const before = readdirSync(folder).filter((name) => name < '0160').length;

it('0160 keeps search results, and renews documents with changed forms in portions', async () => {
  const url = await createTestDatabase({ migrated: false });
  await migrate(url, before);
  const db = connect(url);
  const musicianId = newId();
  await db`insert into users (id, first_name, last_name, display_name, email, original_email, plan)
    values (${musicianId}, 'Björk', 'Byron', 'Björk Byron', 'ada@example.org', 'ada@example.org', 'mild')`;
  const plainMusician = newId();
  await db`insert into users (id, first_name, last_name, display_name, email, original_email, plan)
    values (${plainMusician}, 'Ada', 'Plain', 'Ada Plain', 'plain@example.org', 'plain@example.org', 'mild')`;
  const media: Record<string, string> = {};
  for (const title of ['Copper Kettle', 'AC/DC tribute', '月亮代表我的心', 'Ke$ha medley'])
    media[title] = await insertMedia(db, { musicianId: plainMusician, title });
  const sung = await insertMedia(db, { musicianId, title: 'Sung by Bjork' });
  const hidden = await insertMedia(db, { musicianId, title: '千本桜', published: false });
  await migrate(url);

  const find = async (q: string) => {
    const asked = { q, tagged: false, filter: '', facets: EVERYTHING };
    return (await findPart(db, asked, { after: null, skip: 0, limit: 10 })).rows.map(({ id }) => id);
  };
  expect(await find('copper')).toEqual([media['Copper Kettle']]);
  expect(await find('tribute')).toEqual([media['AC/DC tribute']]);
  const waiting = await db<{ media_id: string }[]>`select media_id from search_renewals`;
  expect(new Set(waiting.map((row) => row.media_id))).toEqual(
    new Set([media['AC/DC tribute'], media['月亮代表我的心'], media['Ke$ha medley'], sung]),
  );
  expect(await renewDocuments(db, 3)).toBe(3);
  expect(await renewDocuments(db, 3)).toBe(1);
  expect(await renewDocuments(db, 3)).toBe(0);
  expect(await find('acdc')).toEqual([media['AC/DC tribute']]);
  expect(await find('代表')).toEqual([media['月亮代表我的心']]);
  expect(await find('kesha')).toEqual([media['Ke$ha medley']]);
  const [found] = await db<{ id: string }[]>`
    select id from media where band is null and hidden_words(title, tags, genres, description) @@ '本桜'::tsquery`;
  expect(found?.id).toBe(hidden);
  // Every document is identical to a newly written one.
  const [same] = await db<{ same: boolean }[]>`
    select bool_and(s.tsv = d.tsv and s.title = d.title) as same from media_search s join search_documents d using (id)`;
  expect(same?.same).toBe(true);

  // Migration 0161 indexes accounts that existed before it.
  const people = await listPeople(db, { userId: newId(), typed: 'byron bjork', limit: 8 });
  expect(people.map(({ id }) => id)).toEqual([musicianId]);
  await db.end();
});
