import { HEARD_PARTS } from '@scoville/contract/catalogue/player/listening-events.ts';
import type { MediaRetention } from '@scoville/contract/listening/stats.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { StatEvent } from './count-events.ts';

/** Adds the parts that counted listeners heard to the sums, which have one row per media item. */
export async function addToRetention(tx: Tx, events: readonly StatEvent[]): Promise<void> {
  const heard = events.flatMap(({ mediaId, heard }) =>
    mediaId === null || heard === null ? [] : [{ mediaId, heard }],
  );
  if (heard.length === 0) return;
  const sums = [...Map.groupBy(heard, ({ mediaId }) => mediaId)].map(([mediaId, listens]) => ({
    mediaId,
    listens: listens.length,
    parts: Array.from({ length: HEARD_PARTS }, (_, part) => listens.filter((one) => one.heard.includes(part)).length),
  }));
  await tx`
    insert into media_retention (media_id, listens, parts)
    select m.id, sum.listens, string_to_array(sum.parts, ' ')::bigint[]
    from unnest(${sums.map(({ mediaId }) => mediaId)}::uuid[], ${sums.map(({ listens }) => listens)}::bigint[],
      ${sums.map(({ parts }) => parts.join(' '))}::text[]) as sum(media_id, listens, parts)
    join media m on m.id = sum.media_id
    on conflict (media_id) do update set listens = media_retention.listens + excluded.listens,
      parts = (select array_agg(before + more order by place)
        from unnest(media_retention.parts, excluded.parts) with ordinality as part(before, more, place))`;
}

/** How far people listen to a media item; all zero without listens. */
export async function findRetention(db: Db, mediaId: string): Promise<MediaRetention> {
  const [row] = await db<{ listens: number; parts: string }[]>`
    select listens, array_to_string(parts, ' ') as parts from media_retention where media_id = ${mediaId}`;
  return { listens: Number(row?.listens ?? 0), parts: partsFrom(row?.parts ?? '') };
}

function partsFrom(text: string): number[] {
  const parts = text.split(' ').map(Number);
  return Array.from({ length: HEARD_PARTS }, (_, part) => parts[part] ?? 0);
}

const MOST_MEDIA = 100;

/** The same for each of a musician's media with listens, the most listens first. */
export async function listRetention(
  db: Db,
  musicianId: string,
): Promise<(MediaRetention & { id: string; title: string; length: number | null })[]> {
  const rows = await db<{ id: string; title: string; length: number | null; listens: number; parts: string }[]>`
    select m.id, m.title, s.length_seconds as length, r.listens, array_to_string(r.parts, ' ') as parts
    from media m join media_retention r on r.media_id = m.id left join sources s on s.id = m.source_id
    where m.musician_id = ${musicianId} and r.listens > 0 order by r.listens desc, m.id limit ${MOST_MEDIA}`;
  return rows.map((row) => ({ ...row, listens: Number(row.listens), parts: partsFrom(row.parts) }));
}
