import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Catalogue, fillCatalogue, openDatabase } from '../journeys/testkit/catalogue.ts';
import { ADMIN, Caller, type Product } from '../scripts/product.ts';
import { artwork } from '../fixtures/art.ts';
import { song } from '../fixtures/files.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { insertMedia } from '../server/testkit/media.ts';

const PICTURES = 40;

/**
 * Fills a product with a catalogue that has real pictures, uploaded through the product's own image call. Returns the
 * catalogue, with the paths of a song's page and of a large profile.
 */
export async function withCatalogue(product: Product): Promise<Catalogue & { path: string; profile: string }> {
  const db = openDatabase(product.dataDir);
  const catalogue = await fillCatalogue(db);
  const profile = await fillProfile(db, catalogue);
  await db`
    update sources set playback = jsonb_build_array(jsonb_build_object(
      'key', 'media/' || owner_id || '/' || id || '/song.m4a', 'type', 'audio/mp4', 'codecs', 'mp4a.40.2',
      'bitrate', 192000, 'width', null, 'height', null))`;
  const media = await db<
    { id: string; source_id: string }[]
  >`select id, source_id from media where band >= 3 order by pinned desc, published_at desc limit ${PICTURES}`;
  // A song's page loads the beginning of its file.
  const [first] = media;
  const file = join(product.dataDir, `files/media/${first?.id}/${first?.source_id}/song.m4a`);
  await mkdir(dirname(file), { recursive: true });
  await copyFile(await song({ seconds: 100, format: 'm4a' }), file);
  const admin = await new Caller(product.url).signIn(ADMIN.email, ADMIN.password);
  for (const { id } of media) {
    const form = new FormData();
    form.set('imageType', 'artwork');
    form.set('targetId', id);
    form.set('image', new Blob([new Uint8Array(await artwork(id, 900))], { type: 'image/jpeg' }), 'cover.jpg');
    const answer = await admin.call('POST', '/api/upload/image', form);
    if (answer.status !== 200) throw new Error(`The artwork was refused: ${answer.text}`);
  }
  await db`delete from list_counts`;
  await db.end();
  // The worker counts every list within 15 seconds. Only then do the shuffles have as many buckets as in normal use.
  const until = Date.now() + 40_000;
  while ((await (await fetch(`${product.url}/api/home`)).json()).statistics.totalSongs === 0) {
    if (Date.now() > until) throw new Error('The lists were not counted.');
    await wait(500);
  }
  const musician = catalogue.musicians[0];
  return { ...catalogue, profile, path: `/${musician?.username}/${catalogue.pinned}` };
}

/** Gives one of the musicians a profile with 200 songs and 50 upcoming shows; returns its path. */
async function fillProfile(db: Pool, { musicians }: Catalogue): Promise<string> {
  const musician = musicians.at(-1);
  if (musician === undefined) throw new Error('There is no musician.');
  for (let n = 1; n <= 200; n += 1) await insertMedia(db, { musicianId: musician.id, title: `Serving ${n}` });
  await db`
    insert into performances (id, performer_id, name, venue, date, time, time_zone, starts_at, past_from)
    select gen_random_uuid(), ${musician.id}, 'Kettle Night ' || n, 'Minglewood Hall', day, '20:00', 'UTC',
      day + interval '20 hours', day + interval '1 day'
    from generate_series(1, 50) n, lateral (select current_date + n as day) of`;
  await db`
    update users set title = 'Singer', bio = 'Sings at the kettle.', city = 'Memphis', state = 'TN', experience = 7
    where id = ${musician.id}`;
  return `/${musician.username}`;
}
