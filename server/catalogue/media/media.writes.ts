import type { Db } from '../../platform/db/connection.ts';

/** The owner's texts; undefined fields are not changed. */
export interface Texts {
  title?: string | undefined;
  description?: string | undefined;
  tags?: readonly { text: string }[] | undefined;
  genres?: readonly { name: string; slug: string }[] | undefined;
  productionType?: 'Digital' | 'Live Instruments' | null | undefined;
}

export async function writeTexts(tx: Db, id: string, texts: Texts): Promise<void> {
  const { title, description, tags, genres, productionType } = texts;
  if ([title, description, tags, genres, productionType].every((value) => value === undefined)) return;
  await tx`
    update media set
      title = coalesce(${title ?? null}, title),
      description = coalesce(${description ?? null}, description),
      tags = coalesce(${tags?.map(({ text }) => text) ?? null}::text[], tags),
      genres = coalesce(${genres?.map(({ name }) => name) ?? null}::text[], genres),
      genre_slugs = coalesce(${genres?.map(({ slug }) => slug) ?? null}::text[], genre_slugs),
      production_type = case when ${productionType !== undefined} then ${productionType ?? null} else production_type end,
      updated_at = now()
    where id = ${id}`;
}

/** The storage prefixes of a media item: its originals, its renditions, its artwork. */
export const prefixesOf = (id: string): string[] => [`originals/${id}`, `media/${id}`, `artwork/${id}`];

/** Deletes the row and all rows that depend on it. The caller must mark the files for deletion. */
export async function deleteMediaRow(tx: Db, id: string): Promise<void> {
  await tx`delete from media where id = ${id}`;
}

/**
 * Writes positions of a musician's media, under a lock on the musician. Returns how many of these media are the
 * musician's.
 */
export async function writePositions(
  tx: Db,
  musicianId: string,
  positions: readonly { id: string; position: number }[],
): Promise<number> {
  await tx`select 1 from users where id = ${musicianId} for no key update`;
  const written = await tx`
    update media m set position = wanted.position
    from unnest(${positions.map(({ id }) => id)}::uuid[], ${positions.map(({ position }) => position)}::int[])
      as wanted(id, position)
    where m.id = wanted.id and m.musician_id = ${musicianId}`;
  return written.count;
}

/** Writes positions of media in a locked genre or mood. Returns how many of these media belong to the genre or mood. */
export async function writePlaylistPositions(
  tx: Db,
  kind: 'genre' | 'mood',
  categoryId: string,
  positions: readonly { id: string; position: number }[],
): Promise<number> {
  await tx`select 1 from categories where id = ${categoryId} and kind = ${kind} for no key update`;
  const written = await tx`
    update media m set ${tx(`${kind}_position`)} = wanted.position
    from unnest(${positions.map(({ id }) => id)}::uuid[], ${positions.map(({ position }) => position)}::int[])
      as wanted(id, position)
    where m.id = wanted.id and m.${tx(`${kind}_id`)} = ${categoryId}`;
  return written.count;
}

/** The gap between two positions, as far as the type (int) has room for it. A move into a gap halves it. */
const ROOM = 1024;
const LAST_POSITION = 2_000_000_000;
/**
 * A move gives a position to every item before its destination that has none. A move that would number more items than
 * this is refused.
 */
const MOST_ARRANGED_AT_ONCE = 10_000;

/**
 * Moves an item of a profile, genre or mood behind another one or to the beginning, under a lock against concurrent
 * changes of the order. The positions of the other items don't change, including those the caller doesn't see, unless
 * no room is left between two of them: then all are renumbered, and `renumbered` is true.
 *
 * @returns null when one of the two items is not in this list; `far` when the move would number too many items
 */
export async function movePosition(
  tx: Db,
  { scope, id }: { scope: 'profile' | 'genre' | 'mood'; id: string },
  mediaId: string,
  after: string | null,
): Promise<{ renumbered: boolean } | 'far' | null> {
  if (scope === 'profile') await tx`select 1 from users where id = ${id} for no key update`;
  else await tx`select 1 from categories where id = ${id} and kind = ${scope} for no key update`;
  const position = tx(scope === 'profile' ? 'position' : `${scope}_position`);
  const list = tx`${tx(scope === 'profile' ? 'musician_id' : `${scope}_id`)} = ${id}`;
  // In a genre or mood, only public items get a position; items that already have one keep it.
  const rest = scope === 'profile' ? tx`${position} is null` : tx`${position} is null and band is not null`;
  const time = tx(scope === 'profile' ? 'created_at' : 'published_at');
  const [known] = await tx<{ n: number }[]>`
    select count(*)::int as n from media where ${list} and id in (${mediaId}, ${after ?? mediaId})`;
  if (known?.n !== (after === null || after === mediaId ? 1 : 2)) return null;
  if (after === mediaId) return { renumbered: false };

  const [on] = await tx<{ n: number; last: number }[]>`
    with other as (select ${time}, id from media where id = ${after} and ${rest})
    select (select count(*)::int from media, other
            where ${list} and ${rest} and (media.${time}, media.id) >= (other.${time}, other.id)) as n,
      (select coalesce(max(${position}), 0) from media where ${list}) as last`;
  if (on === undefined) throw new Error('A query without a condition returned nothing.');
  if (on.n > MOST_ARRANGED_AT_ONCE) return 'far';
  const isFull = on.last + (on.n + 1) * ROOM > LAST_POSITION;
  if (isFull) await giveRoom();
  if (on.n > 0)
    await tx`
      with other as (select ${time}, id from media where id = ${after})
      update media m set ${position} = ordered.last + ordered.n * ${ROOM}::int
      from (select media.id, row_number() over (order by media.${time} desc, media.id desc) as n,
              (select coalesce(max(${position}), 0) from media where ${list}) as last
            from media, other
            where ${list} and ${rest} and (media.${time}, media.id) >= (other.${time}, other.id)) ordered
      where m.id = ordered.id`;

  const free = await freePosition();
  if (free === null) await giveRoom();
  const place = free ?? (await freePosition());
  if (place === null) throw new Error('There is no room between two positions that were just given.');
  await tx`update media set ${position} = ${place} where id = ${mediaId}`;
  return { renumbered: isFull || free === null };

  /** A free position between the other item and the next item; null if their positions leave no gap. */
  async function freePosition(): Promise<number | null> {
    const others = tx`media where ${list} and id <> ${mediaId} and ${position} is not null`;
    const [row] = await tx<{ low: number; high: number | null }[]>`
      with place as (select coalesce((select ${position} from ${others} and id = ${after}), 0) as low)
      select low, (select min(${position}) from ${others}
        and ${position} >= low and id is distinct from ${after}::uuid) as high from place`;
    if (row === undefined) throw new Error('A query without a condition returned nothing.');
    if (row.high === null) return row.low + ROOM;
    return row.high - row.low < 2 ? null : row.low + Math.floor((row.high - row.low) / 2);
  }

  /** Renumbers all positions, with equal gaps. */
  async function giveRoom(): Promise<void> {
    const ties = scope === 'profile' ? tx`created_at desc, id desc` : tx`id`;
    await tx`
      update media m set ${position} = ordered.n * least(${ROOM}, ${LAST_POSITION} / 2 / ordered.all_of_them)
      from (select id, row_number() over (order by ${position}, ${ties}) as n, count(*) over () as all_of_them
            from media where ${list} and ${position} is not null) ordered
      where m.id = ordered.id`;
  }
}
