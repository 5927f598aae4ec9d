import { parseRssFeed } from 'feedsmith';
import { expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

/** The permanent identifiers of a musician's feed, its entries and the shows. */
async function namesOf(server: TestServer, musicianId: string) {
  const visitor = server.visitor();
  const { text } = await visitor.get(`/api/media/user/${musicianId}/feed.xml`);
  const feed = parseRssFeed(text);
  const calendar = (await visitor.get(`/api/performances/user/${musicianId}.ics`)).text;
  return {
    link: feed.link,
    names: [
      feed.podcast?.guid,
      ...(feed.items ?? []).map(({ guid }) => guid?.value),
      /^UID:(.*)$/m.exec(calendar)?.[1],
    ],
  };
}

it('identifiers that other programs store don’t change when the installation moves to another address', async () => {
  const DATABASE_URL = await createTestDatabase();
  const before = await startTestServer({ DATABASE_URL, PUBLIC_URL: 'https://old.example' });
  const { me } = await before.signUp();
  const { db } = before.app;
  const id = await insertMedia(db, { musicianId: me.id });
  await db`
    insert into renditions (id, source_id, role, storage_key, mime, bitrate, bytes, sha256)
    select ${newId()}, source_id, 'aac', ${`media/${id}/song.m4a`}, 'audio/mp4', 128000, 4321, '' from media where id = ${id}`;
  await db`
    insert into performances (id, performer_id, name, date, time, time_zone, starts_at, past_from)
    values (${newId()}, ${me.id}, 'Show', '2099-01-01', '20:00', 'UTC', '2099-01-01T20:00Z', '2099-01-02T00:00Z')`;
  const old = await namesOf(before, me.id);
  await before.close();
  const after = await startTestServer({ DATABASE_URL, PUBLIC_URL: 'https://new.example' });
  const now = await namesOf(after, me.id);
  await after.close();
  expect([old.link, now.link]).toEqual([`https://old.example/${me.id}`, `https://new.example/${me.id}`]);
  expect(now.names).toEqual(old.names);
  expect(old.names).toEqual([expect.any(String), expect.any(String), expect.stringMatching(/@old\.example/)]);
});
