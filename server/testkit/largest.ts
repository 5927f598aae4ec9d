import { MOST_ENTRIES } from '@scoville/contract/community/profiles/profile-edit.ts';
import { MAX_PERFORMANCES } from '@scoville/contract/community/performances.ts';
import { MAX_IN_PLAYLIST, MAX_PLAYLISTS } from '@scoville/contract/catalogue/playlists/playlists.ts';
import type { Db, Pool } from '../platform/db/connection.ts';
import { newId } from '../platform/ids.ts';
import { repairCounters } from '../listening/stats/repair.queries.ts';
import { insertMedia } from './media.ts';

/** An account with as much of everything as one account can have. */
export interface Largest {
  userId: string;
  username: string;
  /** With comments, and with the most allowed lines of lyrics. */
  mediaId: string;
  mediaIds: string[];
  commentId: string;
  playlistId: string;
  albumId: string;
}

/** A text whose characters take the most bytes, in JSON and in pages. */
const wide = (length: number): string => '漢<'.repeat(length / 2);

const ADDRESS = `https://example.org/${'a'.repeat(480)}`;
/** Songs and videos of the account. A plan may allow any number, so this is as many as fill a playlist. */
const MANY = MAX_IN_PLAYLIST;

/**
 * Fills all lists of an account to the limits of the contract. Inserts rows directly, because calls would take hours.
 */
export async function fillLargest(db: Pool, userId: string): Promise<Largest> {
  const username = 'largest';
  await db`update users set username = ${username}, bio = ${wide(5000)}, title = ${wide(200)} where id = ${userId}`;
  await fillProfile(db, userId);
  const mediaId = await fillMedia(db, userId);
  await fillShows(db, userId);
  await db`
    insert into posts (id, musician_id, body, created_at)
    select gen_random_uuid(), ${userId}, ${wide(2000)}, now() - n * interval '7 days' from generate_series(1, 1000) n`;
  const playlistId = await fillPlaylists(db, userId);
  const commentId = await fillComments(db, userId, mediaId);
  const lines = Array.from({ length: 1000 }, () => ({ start: null, end: null, text: wide(100) }));
  await db`insert into timed_texts (media_id, musician_id, lines) values (${mediaId}, ${userId}, ${db.json(lines)})`;
  const [album] = await db<{ id: string }[]>`select id from albums where user_id = ${userId} order by position limit 1`;
  await db`
    insert into album_songs (album_id, media_id, user_id, position)
    select ${album?.id ?? ''}, id, ${userId}, row_number() over () from media where musician_id = ${userId} limit 100`;
  await db`update users set play_count = 1000 where id = ${userId}`;
  await db`analyze`;
  const media = await db<{ id: string }[]>`select id from media where musician_id = ${userId} limit 200`;
  return {
    userId,
    username,
    mediaId,
    mediaIds: media.map(({ id }) => id),
    commentId,
    playlistId,
    albumId: album?.id ?? '',
  };
}

/** Inserts the most allowed entries, with the most text that they may have together (`MAX_PROFILE_TEXT`). */
async function fillProfile(db: Pool, userId: string): Promise<void> {
  const ids = db`select gen_random_uuid(), ${userId}::uuid, n`;
  const upTo = (most: number) => db`from generate_series(1, ${most}) n`;
  await db`insert into albums (id, user_id, position, title, release_date, credits)
    ${ids}, ${wide(200)}, '2020-01-01'::date, ${wide(40)} ${upTo(MOST_ENTRIES.albums)}`;
  await db`insert into bands (id, user_id, position, name, start_date, current_member, notes)
    ${ids}, ${wide(200)}, '2020-01-01'::date, true, ${wide(40)} ${upTo(MOST_ENTRIES.bands)}`;
  await db`insert into professions (id, user_id, position, company, title, start_date, current_employee)
    ${ids}, ${wide(40)}, ${wide(40)}, '2020-01-01'::date, true ${upTo(MOST_ENTRIES.professions)}`;
  await db`insert into schools (id, user_id, position, name, field, degree, start_date, current_student, loc)
    ${ids}, ${wide(20)}, ${wide(20)}, 'Other', '2020-01-01'::date, true, ${wide(20)} ${upTo(MOST_ENTRIES.schools)}`;
  await db`insert into donation_methods (id, user_id, position, app_name, username)
    ${ids}, 'Venmo', ${wide(40)} ${upTo(MOST_ENTRIES.donationMethods)}`;
  await db`insert into contact_methods (id, user_id, position, title, info)
    ${ids}, ${wide(20)}, 'https://example.org/' ${upTo(MOST_ENTRIES.contactMethods)}`;
}

/** The most genres of a song or video: one that most others have, too, and four of its own. */
const wideGenres = ['soul', ...Array.from({ length: 4 }, (_, at) => `${at}${wide(38)}`)];

async function fillMedia(db: Pool, userId: string): Promise<string> {
  const mediaId = await insertMedia(db, { musicianId: userId, title: wide(200), scores: [95, 95, 95] });
  await db`update media set description = ${wide(5000)}, tags = ${Array.from({ length: 20 }, (_, at) => `${at}${wide(20)}`)}
    , genres = ${wideGenres}, genre_slugs = ${wideGenres} where id = ${mediaId}`;
  for (const [role, mime, codecs] of [
    ['aac', 'audio/mp4', 'mp4a.40.2'],
    ['opus', 'audio/webm', 'opus'],
    ['hls-audio', 'audio/mp4', 'mp4a.40.2'],
    ['mp4', 'video/mp4', 'avc1.640028, mp4a.40.2'],
    ['hls-master', 'application/vnd.apple.mpegurl', 'avc1.640028, mp4a.40.2'],
  ] as const)
    await db`
      insert into renditions (id, source_id, role, storage_key, mime, codecs, bitrate, bytes, sha256)
      select ${newId()}, source_id, ${role}, 'renditions/' || source_id || '/' || source_id || '/' || ${role}, ${mime}, ${codecs},
        256000, 10000000, ${Buffer.alloc(32)} from media where id = ${mediaId}`;
  const columns = await db<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_name = 'media' and is_generated = 'NEVER' and column_name not in ('id', 'published_at')`;
  const others = columns.map(({ name }) => `"${name}"`).join();
  const copy = (into: Db, from: number, to: number, words: Record<string, string> = {}) =>
    into.unsafe(
      `insert into media (id, published_at, ${others})
       select gen_random_uuid(), now() - n * interval '1 minute', ${columns.map(({ name }) => words[name] ?? `"${name}"`).join()}
       from media, generate_series(${from}, ${to}) n where id = '${mediaId}'`,
    );
  // Enough rows to fill a page of search results. Indexing the words of all rows would take a minute.
  await copy(db, 1, 100);
  await withoutTriggers(db, async (tx) => {
    await copy(tx, 101, 300);
    await copy(tx, 301, MANY - 1, { title: `'Song ' || n`, description: `''`, tags: `'{}'` });
  });
  await db`
    insert into genre_media (slug, media_id, name, published_at, rk, type)
    select 'soul', id, 'soul', published_at, rk, type from media where band is not null on conflict do nothing`;
  return mediaId;
}

async function fillShows(db: Pool, userId: string): Promise<void> {
  await db`
    insert into performances (id, performer_id, name, venue, town, latitude, longitude, date, time, time_zone, starts_at,
      past_from, notes, ticket_link, place_website)
    select gen_random_uuid(), ${userId}, ${wide(200)}, ${wide(200)}, ${wide(120)}, 35, -90, now()::date, '20:00', 'UTC',
      now() + n * interval '1 hour', now() + (n + 24) * interval '1 hour', ${wide(2000)}, ${ADDRESS}, ${ADDRESS}
    from generate_series(-${MAX_PERFORMANCES / 2}::int, ${MAX_PERFORMANCES / 2 - 1}::int) n`;
}

/**
 * Only the first tenth of the playlists, which fill the first page, are full. Filling all of them takes 2,500,000 rows
 * and a minute, and tests no more.
 */
async function fillPlaylists(db: Pool, userId: string): Promise<string> {
  await db`
    insert into playlists (id, owner_id, name, description, visibility, updated_at)
    select gen_random_uuid(), ${userId}, ${wide(100)}, ${wide(1000)}, 'public', now() - n * interval '1 minute'
    from generate_series(1, ${MAX_PLAYLISTS}) n`;
  await withoutTriggers(
    db,
    (tx) => tx`
    insert into playlist_entries (playlist_id, media_id, owner_id, position)
    select p.id, m.id, ${userId}, m.n * 4294967296
    from (select id, row_number() over (order by updated_at desc) as place from playlists) p
    join (select id, row_number() over () as n from media) m
      on m.n <= case when p.place <= ${MAX_PLAYLISTS / 10} then ${MAX_IN_PLAYLIST}::int else 10 end`,
  );
  await repairCounters(db);
  const [first] = await db<{ id: string }[]>`select id from playlists order by updated_at desc limit 1`;
  return first?.id ?? '';
}

async function fillComments(db: Pool, userId: string, mediaId: string): Promise<string> {
  await db`
    insert into comments (id, media_id, author_id, body, moment, created_at)
    select gen_random_uuid(), ${mediaId}, ${userId}, ${wide(2000)}, 1, now() - n * interval '1 minute'
    from generate_series(1, 1000) n`;
  await db`
    insert into comments (id, media_id, author_id, parent_id, body)
    select gen_random_uuid(), media_id, author_id, c.id, ${wide(2000)}
    from (select *, row_number() over (order by created_at desc) as place from comments) c,
      lateral generate_series(1, case when c.place = 1 then 1000 else 3 end) n`;
  const [first] = await db<{ id: string }[]>`
    select id from comments where parent_id is null order by created_at desc limit 1`;
  return first?.id ?? '';
}

/** Inserts faster, without triggers: rows aren't checked, counted or indexed for search. */
async function withoutTriggers(db: Pool, fill: (tx: Db) => Promise<unknown>): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local statement_timeout = 0`;
    await fill(tx);
  });
}
