import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { isUnavailable } from '../../server/platform/db/availability.ts';
import { databaseUrl } from '../data-folder.ts';
import { type Caller, Caller as Browser } from '../product.ts';
import type { Acknowledged } from './acknowledged.ts';

/** A requirement, and its violations (none if it holds). */
export type Check = [what: string, broken: string[]];

/** The product's own database, opened like its processes do. */
export const openDatabase = (dataDir: string): postgres.Sql =>
  postgres(databaseUrl(dataDir), { max: 2, onnotice: () => {} });

/**
 * Waits until all work is finished; returns the unfinished work at the end of the time. A database that was killed last
 * may seem to run for a moment, because its backends respond until they notice.
 */
export async function settle(sql: postgres.Sql, milliseconds: number): Promise<string[]> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const open = await listUnfinished(sql);
    if (open.length === 0 || Date.now() > deadline) return open;
    await wait(500);
  }
}

async function listUnfinished(sql: postgres.Sql): Promise<string[]> {
  try {
    const open = await sql<{ what: string }[]>`
      select 'source ' || id || ' is ' || status as what from sources where status not in ('complete', 'failed')
      union all select 'a job ' || name || ' is ' || state from pgboss.job where name = 'transcode' and state < 'completed'
      union all select count(*) || ' events wait' from stat_events having count(*) > 0`;
    return open.map(({ what }) => what);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return [`the database does not answer: ${String(error)}`];
  }
}

/** Compares everything that was acknowledged with the stored data. */
export async function checkOutcome(
  seen: Acknowledged,
  product: { url: string; dataDir: string },
  musicians: Caller[],
  sql: postgres.Sql,
): Promise<Check[]> {
  return [
    ['every answer was a success or a fault’s', seen.wrong],
    [
      'every acknowledged upload is complete, plays, and its original is what was sent',
      await uploads(seen, product, musicians, sql),
    ],
    ['every acknowledged edit and publication stands', await edits(seen, musicians)],
    ['every acknowledged account can sign in', await accounts(seen, product.url)],
    ['no upload is doubled, and each counts once against the plan', await doubled(seen, sql)],
    ['every acknowledged event is counted once, and counters equal their daily sums', await counters(seen, sql)],
    ['every file has its row or waits to be removed, and every row its files', await files(product.dataDir, sql)],
    ['no work folder is left', await readdir(join(product.dataDir, 'work')).then(leftIn, none)],
  ];
}

/** Each living worker may keep its own folder, which is empty between two jobs. */
const leftIn = (names: string[]) => (names.length > 1 ? names : []);
const none = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

async function uploads(
  seen: Acknowledged,
  { dataDir }: { dataDir: string },
  musicians: Caller[],
  sql: postgres.Sql,
): Promise<string[]> {
  const broken: string[] = [];
  for (const media of seen.media) {
    const { status, body } = await musicians[media.musician]!.call('GET', `/api/media/${media.id}`);
    if (status !== 200 || body.status !== 'complete') {
      broken.push(`${media.id}: ${status} ${body?.status} ${body?.error?.message ?? ''}`);
      continue;
    }
    if (body.sources.length === 0) broken.push(`${media.id} has no source`);
    for (const { url } of body.sources) {
      const bytes = await musicians[media.musician]!.call('GET', url);
      if (bytes.status !== 200 || bytes.text.length === 0) broken.push(`${media.id}: a source answers ${bytes.status}`);
    }
    const [source] = await sql<{ key: string }[]>`select storage_key as key from sources where owner_id = ${media.id}`;
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(dataDir, 'files', source?.key ?? '')), hash);
    if (hash.digest('hex') !== media.sha256) broken.push(`${media.id}: the original differs`);
  }
  return broken;
}

async function edits(seen: Acknowledged, musicians: Caller[]): Promise<string[]> {
  const broken: string[] = [];
  for (const media of seen.media) {
    const { body } = await musicians[media.musician]!.call('GET', `/api/media/${media.id}`);
    if (media.title && !media.title.allows(body.title))
      broken.push(`${media.id}: the title is ${body.title}, not ${String(media.title)}`);
    if (media.published && body.published !== true) broken.push(`${media.id} is not published`);
  }
  return broken;
}

async function accounts(seen: Acknowledged, url: string): Promise<string[]> {
  const broken: string[] = [];
  for (const email of seen.accounts) {
    const { status } = await new Browser(url).call('POST', '/auth', { email, password: 'a long password' });
    if (status !== 200) broken.push(`${email}: ${status}`);
  }
  return broken;
}

async function doubled(seen: Acknowledged, sql: postgres.Sql): Promise<string[]> {
  const [row] = await sql<{ media: number; sources: number; ledger: number; entries: number }[]>`
    select (select count(*)::int from media) as media, (select count(*)::int from sources) as sources,
      (select count(*)::int from upload_ledger where refunded_at is null) as ledger,
      (select count(distinct media_id)::int from uploads) as entries`;
  const broken: string[] = [];
  const { media = 0, ...others } = row ?? {};
  if (media < seen.media.length || media > seen.uploadsSent)
    broken.push(`${media} media, ${seen.media.length} acknowledged of ${seen.uploadsSent} sent`);
  const failed = await sql`select 1 from sources where status = 'failed'`;
  for (const [what, count] of Object.entries(others))
    if (count !== media - (what === 'ledger' ? failed.length : 0)) broken.push(`${media} media, ${count} ${what}`);
  const names = await sql<{ key: string; n: number }[]>`
    select data->>'sourceId' as key, count(*)::int as n from pgboss.job
    where name = 'transcode' and state = 'active' group by 1 having count(*) > 1`;
  for (const { key, n } of names) broken.push(`${n} jobs at once on ${key}`);
  return broken;
}

async function counters(seen: Acknowledged, sql: postgres.Sql): Promise<string[]> {
  const broken: string[] = [];
  const shares = new Map(
    (await sql<{ id: string; n: number }[]>`select id, share_count::int as n from media`).map(({ id, n }) => [id, n]),
  );
  for (const { id, shares: sent } of seen.media) {
    const counted = shares.get(id) ?? -1;
    if (counted < sent.acknowledged || counted > sent.attempted)
      broken.push(`${id}: ${counted} shares, ${sent.acknowledged} acknowledged of ${sent.attempted} sent`);
  }
  const drift = await sql<{ what: string }[]>`
    select m.id || ' ' || t.title || ': ' || t.kept || ' kept, ' || coalesce(d.n, 0) || ' in daily sums' as what
    from media m cross join lateral (values ('play-media', m.play_count), ('share-media', m.share_count)) t(title, kept)
    left join (select media_id, title, sum(n) as n from stat_days group by 1, 2) d on d.media_id = m.id and d.title = t.title
    where t.kept <> coalesce(d.n, 0)
    union all
    select u.id || ' plays: ' || u.play_count || ' kept, ' || coalesce(d.n, 0) || ' in daily sums'
    from users u left join (select musician_id, sum(n) as n from stat_days where title = 'play-media' group by 1) d
      on d.musician_id = u.id where u.play_count <> coalesce(d.n, 0)
    union all
    select 'plays of ' || month || ': ' || coalesce(p.plays, 0) || ' kept, ' || coalesce(d.n, 0) || ' in daily sums'
    from platform_months p full join (select date_trunc('month', day::timestamp)::date as month, sum(n) as n
      from stat_days where title = 'play-media' group by 1) d using (month)
    where coalesce(p.plays, 0) <> coalesce(d.n, 0)`;
  return [...broken, ...drift.map(({ what }) => what)];
}

async function files(dataDir: string, sql: postgres.Sql): Promise<string[]> {
  const root = join(dataDir, 'files');
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const there = new Set(
    entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name).slice(root.length + 1)),
  );
  const named = await sql<{ key: string }[]>`
    select storage_key as key from sources where original_removed_at is null union select storage_key from renditions
    union select poster from sources where poster is not null
    union select p->>'key' from sources, jsonb_array_elements(playback) p
    union select e.prefix || '/' || p.track || '-' || p.number || '.m4s' from early_videos e
      join early_parts p on p.early_id = e.id where cardinality(p.bytes) > 0`;
  const broken = named.filter(({ key }) => !there.has(key)).map(({ key }) => `${key} is missing`);
  const keys = new Set(named.map(({ key }) => key));
  // Other files in a rendition's folder may stay as long as the rendition: viewers may still play a first playlist.
  const prefixes = await sql<{ prefix: string }[]>`
    select prefix from pending_deletions
    union all select distinct regexp_replace(storage_key, '/[^/]+$', '') from renditions
    union all select 'artwork/' || id || '/' || artwork_version from media where artwork_version > 0
    union all select 'images/drawn/' || id from users where feed_drawing = 'made'`;
  for (const key of there)
    if (!keys.has(key) && !prefixes.some(({ prefix }) => key === prefix || key.startsWith(`${prefix}/`)))
      broken.push(`${key} belongs to nobody`);
  return broken;
}
