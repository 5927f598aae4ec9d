import type { Db } from '../db/connection.ts';

/** The owner's texts; what is undefined stays. */
export interface Texts {
  title?: string | undefined;
  description?: string | undefined;
  tags?: readonly { text: string }[] | undefined;
  productionType?: 'Digital' | 'Live Instruments' | null | undefined;
}

export async function writeTexts(tx: Db, id: string, texts: Texts): Promise<void> {
  const { title, description, tags, productionType } = texts;
  if ([title, description, tags, productionType].every((value) => value === undefined)) return;
  await tx`
    update media set
      title = coalesce(${title ?? null}, title),
      description = coalesce(${description ?? null}, description),
      tags = coalesce(${tags?.map(({ text }) => text) ?? null}::text[], tags),
      production_type = case when ${productionType !== undefined} then ${productionType ?? null} else production_type end,
      updated_at = now()
    where id = ${id}`;
}

/** Where everything of a media is kept: its originals, its renditions, its artwork. */
export const prefixesOf = (id: string): string[] => [`originals/${id}`, `media/${id}`, `artwork/${id}`];

/** Removes the row and all that hangs on it; the files are the caller's to mark for deletion. */
export async function deleteMediaRow(tx: Db, id: string): Promise<void> {
  await tx`delete from media where id = ${id}`;
}

/** Gives a musician's media their positions, with others kept from doing so; returns how many of them are the musician's. */
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

/** Gives media of a genre or a mood their places in it; returns how many of them there are. */
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
