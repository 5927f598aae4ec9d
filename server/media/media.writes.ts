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
