import { MediaFields } from '@scoville/contract/catalogue/media/media-edit.ts';
import { GenreNames } from '@scoville/contract/catalogue/categories/own-genres.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import * as z from 'zod/mini';
import type { MediaChange } from '../media.calls.ts';

/** The values of the edit form: every field that the owner can change, none of them optional. */
export const EditForm = z.required(
  z.object({
    title: MediaFields.shape.title,
    description: MediaFields.shape.description,
    tags: MediaFields.shape.tags,
    genres: GenreNames,
    productionType: z.enum(['', 'Digital', 'Live Instruments']),
    published: z.boolean(),
    allowCuration: z.boolean(),
  }),
);
export type EditForm = z.output<typeof EditForm>;

export const formOf = (media: Media): EditForm => ({
  title: media.title,
  description: media.description,
  tags: media.tags,
  genres: media.genres.map(({ name }) => ({ name })),
  productionType: media.productionType ?? '',
  published: media.published,
  allowCuration: media.allowCuration,
});

/** Returns the form's fields that differ from the item, in the form of the call's body; empty if none differ. Pure. */
export function changesOf(media: Media, form: EditForm): MediaChange {
  const before = formOf(media);
  const change: MediaChange = {};
  if (form.title !== before.title) change.title = form.title;
  if (form.description !== before.description) change.description = form.description;
  if (JSON.stringify(form.tags) !== JSON.stringify(before.tags)) change.tags = form.tags;
  if (JSON.stringify(form.genres) !== JSON.stringify(before.genres)) change.genres = form.genres;
  if (form.productionType !== before.productionType) change.productionType = form.productionType || null;
  if (form.allowCuration && !before.allowCuration) change.allowCuration = true;
  else if (form.published !== before.published) change.published = form.published;
  return change;
}
