import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domains } from '../../app.ts';
import { type Pool, connect } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { attemptOf, insertMedia } from '../../testkit/media.ts';
import { insertPerson } from '../../testkit/people.ts';
import { isInUse } from './in-use.ts';

let db: Pool;
let userId: string;
/** `id` has rows that name files; `other` belongs to another musician and is used in otherwise identical keys. */
let id: string;
let other: string;
let source: string;

beforeAll(async () => {
  db = connect(await createTestDatabase());
  userId = await insertPerson(db);
  id = await insertMedia(db, { musicianId: userId });
  source = (await attemptOf(db, id)).sourceId;
  other = await insertMedia(db, { musicianId: await insertPerson(db) });
  await db`
    insert into renditions (id, source_id, role, storage_key, mime, bytes, sha256)
    values (${newId()}, ${source}, 'progressive', ${`media/${id}/${source}/run1/song.m4a`}, 'audio/mp4', 5, '')`;
  await db`
    update sources set playback = ${db.json([{ key: `media/${id}/${source}/run2/master.m3u8` }])},
      poster = ${`media/${id}/${source}/run3/poster.jpg`} where id = ${source}`;
  await db`update media set artwork_version = 7 where id = ${id}`;
});
afterAll(() => db.end());

const used = async (...prefixes: string[]) => {
  const answers: Record<string, boolean> = {};
  for (const prefix of prefixes) answers[prefix] = await isInUse({ db, domains }, prefix);
  return answers;
};
const all = (prefixes: string[], answer: boolean) => Object.fromEntries(prefixes.map((prefix) => [prefix, answer]));

describe('isInUse', () => {
  it('is true for an original while it is kept, and for its folder', async () => {
    const original = `originals/${id}/${source}`;
    const prefixes = [original, `originals/${id}`];
    expect(await used(...prefixes)).toEqual(all(prefixes, true));
    // A key that only shares its beginning, another source of this song, and this source under another song.
    const not = [original.slice(0, -1), `originals/${id}/${newId()}`, `originals/${other}/${source}`];
    expect(await used(...not)).toEqual(all(not, false));
    await db`update sources set original_removed_at = now() where id = ${source}`;
    expect(await used(...prefixes)).toEqual(all(prefixes, false));
    await db`update sources set original_removed_at = null where id = ${source}`;
  });

  it('is true for a rendition, the folder of a playlist or poster, and every folder above them', async () => {
    const base = `media/${id}/${source}`;
    const prefixes = [`media/${id}`, base, `${base}/run1`, `${base}/run1/song.m4a`, `${base}/run2`, `${base}/run3`];
    expect(await used(...prefixes)).toEqual(all(prefixes, true));
    const not = [
      `${base}/run`,
      `${base}/run4`,
      `${base}/run1/song`,
      `${base}/run1/other.m4a`,
      `media/${id}/${newId()}`,
      `media/${other}`,
      `media/${newId()}`,
    ];
    expect(await used(...not)).toEqual(all(not, false));
  });

  it('is true for the version of the artwork that is shown', async () => {
    const prefixes = [`artwork/${id}`, `artwork/${id}/7`];
    expect(await used(...prefixes)).toEqual(all(prefixes, true));
    const not = [`artwork/${id}/6`, `artwork/${id}/70`, `artwork/${other}`, `artwork/${other}/7`, `media/${other}/7`];
    expect(await used(...not)).toEqual(all(not, false));
    // A song without artwork has version 0 and no artwork files.
    expect(await isInUse({ db, domains }, `artwork/${other}/0`)).toBe(false);
    // 7 is a version of the artwork, not a folder of playable files.
    expect(await isInUse({ db, domains }, `media/${id}/7`)).toBe(false);
  });

  it('is true for the shown picture of a profile, genre or mood, each under its own kind', async () => {
    const categories = await db<{ id: string; kind: string }[]>`select distinct on (kind) id, kind from categories`;
    const of = (kind: string) => categories.find((one) => one.kind === kind)?.id ?? '';
    await db`update users set profile_image_version = 71 where id = ${userId}`;
    await db`update categories set image_version = 71 where id = any(${[of('genre'), of('mood')]})`;
    const owners = { profile: userId, genre: of('genre'), mood: of('mood') };
    const prefixes = Object.entries(owners).map(([kind, owner]) => `images/${kind}/${owner}/71`);
    expect(await used(...prefixes)).toEqual(all(prefixes, true));
    const files = prefixes.map((prefix) => `${prefix}/200.jpg`);
    expect(await used(...files)).toEqual(all(files, true));
    const not = Object.entries(owners).flatMap(([kind, owner]) => [
      `media/images/${kind}/${owner}/71`,
      `images/${kind}/${owner}/7`,
      `images/${kind}/${newId()}/71`,
      ...['profile', 'genre', 'mood', 'other'].filter((one) => one !== kind).map((one) => `images/${one}/${owner}/71`),
      `artwork/${owner}/71`,
    ]);
    expect(await used(...not)).toEqual(all(not, false));
  });

  it('is false for a prefix that contains no id', async () => {
    const not = ['media', 'media/gone/run', 'artwork/x/7', 'images', 'images/profile', 'images/profile/x/7', ''];
    expect(await used(...not)).toEqual(all(not, false));
  });
});
