import { randomBytes } from 'node:crypto';
import { databaseUrl } from '../../scripts/data-folder.ts';
import { type Pool, connect } from '../../server/platform/db/connection.ts';
import { newId } from '../../server/platform/ids.ts';
import { refreshCounts } from '../../server/listening/discovery/lists.queries.ts';
import { insertMedia } from '../../server/testkit/media.ts';
import { place } from './place.ts';

/** Connects to the database of a product for journeys, which brings its own PostgreSQL. */
export const openDatabase = (dataDir = place().dataDir): Pool => connect(databaseUrl(dataDir), { max: 2 });

const ADJECTIVES = ['Slow', 'Night', 'Paper', 'Salt', 'Copper', 'Second', 'Blue', 'Cast Iron', 'Winter', 'Open'];
const NOUNS = ['Flame', 'Stove', 'Window', 'Lick', 'Ember', 'Helping', 'Kettle', 'Harbour', 'Plate', 'Road'];
const NAMES = ['Juno Reyes', 'Paloma Ortiz', 'Delia Okafor', 'Ruth & the Rinds', 'Ana Castell', 'Batch 47', 'Sable'];

export interface Catalogue {
  musicians: { id: string; username: string; displayName: string }[];
  pinned: string;
}

/** Inserts a musician like a sign-up does, but without a password. Returns the id. */
export async function insertMusician(db: Pool, displayName: string, more: Record<string, unknown> = {}) {
  const id = newId();
  const email = `${randomBytes(6).toString('hex')}@example.org`;
  await db`insert into users ${db({
    id,
    first_name: displayName.split(' ')[0] ?? displayName,
    last_name: 'Tester',
    display_name: displayName,
    email,
    original_email: email,
    plan: 'mild',
    ...more,
  } as never)}`;
  return id;
}

/**
 * Fills the product as if musicians and reviewers had used it: 24 songs and videos in every score band, spread over
 * genres and moods, every fifth a video, and one pinned. They have no files, because other journeys cover playback.
 */
export async function fillCatalogue(db: Pool): Promise<Catalogue> {
  const musicians = [];
  for (const [index, displayName] of NAMES.entries()) {
    const username = `${displayName.replaceAll(/[^A-Za-z0-9]/g, '')}${randomBytes(2).toString('hex')}`;
    const id = await insertMusician(db, displayName, { username, is_master_chef: index % 3 === 0 });
    musicians.push({ id, username, displayName });
  }
  const genres = await db<{ id: string }[]>`select id from categories where kind = 'genre' order by position`;
  const moods = await db<{ id: string }[]>`select id from categories where kind = 'mood' order by position`;
  const scores: [number, number, number][] = [
    [93, 88, 84],
    [85, 85, 84],
    [64, 66, 61],
  ];
  let count = 0;
  for (const [band, three] of scores.entries())
    for (let i = 0; i < 24; i += 1) {
      await insertMedia(db, {
        musicianId: musicians[count % musicians.length]?.id ?? '',
        title: `${ADJECTIVES[count % 10]} ${NOUNS[Math.floor(count / 10 + band) % 10]}`,
        type: count % 5 === 4 ? 'video' : 'song',
        scores: band === 0 ? [three[0], three[1], three[2] + (i % 7)] : three,
        // Two thirds share the first genre and mood, so that these have several pages.
        genreId: genres[count % 3 === 0 ? count % genres.length : 0]?.id ?? null,
        moodId: moods[count % 3 === 1 ? count % moods.length : 0]?.id ?? null,
        publishedAt: new Date(Date.now() - count * 3_600_000),
      });
      count += 1;
    }
  await db`update media set play_count = (rk % 9000) where play_count = 0`;
  await db`update media set pinned = false where pinned`;
  const pinned = await insertMedia(db, {
    musicianId: musicians[0]?.id ?? '',
    title: 'Cast Iron Lullaby',
    scores: [96, 94, 92],
    genreId: genres[0]?.id ?? null,
    moodId: moods[0]?.id ?? null,
    pinned: true,
    length: 221,
  });
  // The grain of shuffles depends on the counts. A background loop would refresh these later, perhaps between two
  // readings of the same list.
  await refreshCounts(db);
  return { musicians, pinned };
}
