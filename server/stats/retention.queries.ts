import { HEARD_PARTS, type MediaRetention } from '@scoville/contract/stats.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { StatEvent } from './count-events.ts';

/** Adds what counted listeners heard to their media's sums: one row of each media. */
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

/** How far people listen to a media; all zero while nobody did. */
export async function findRetention(db: Db, mediaId: string): Promise<MediaRetention> {
  const [row] = await db<{ listens: number; parts: string }[]>`
    select listens, array_to_string(parts, ' ') as parts from media_retention where media_id = ${mediaId}`;
  const parts = row?.parts.split(' ').map(Number) ?? [];
  return {
    listens: Number(row?.listens ?? 0),
    parts: Array.from({ length: HEARD_PARTS }, (_, part) => parts[part] ?? 0),
  };
}
