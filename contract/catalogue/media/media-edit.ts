import * as z from 'zod/mini';
import { CurationFields } from './curation-fields.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Media, ProductionType } from './media.ts';
import { OwnGenres } from '../categories/own-genres.ts';
import { bareTag, distinctTags } from '../../platform/lib/tags.ts';
import { ById, Flag, Id, requiredText, text } from '../../platform/lib/values.ts';

const tag = z.pipe(text(40, 'Use at most 40 characters for a tag.'), z.transform(bareTag));

/** The fields of a song or video that its owner writes. The browser validates with it, too. */
export const MediaFields = z.object({
  title: z.optional(requiredText(200, 'Title is required')),
  description: z.optional(text(5000)),
  tags: z.optional(
    z.pipe(
      z.array(z.object({ text: tag }), 'Tags are a list.').check(z.maxLength(20, 'Use at most 20 tags.')),
      z.transform(distinctTags),
    ),
  ),
  /** Free text. It is shown, searched, and listed with `curated=false`; the reviewers' lists don't use it. */
  genres: z.optional(OwnGenres),
  productionType: z.optional(z.nullable(ProductionType)),
  published: z.optional(Flag),
  allowCuration: z.optional(Flag),
});
export type MediaFields = z.infer<typeof MediaFields>;

/**
 * Several commands at one address. The server decides which role may use which
 * (docs/decisions/2026-11-21-treat-three-new-scores-as-a-first-verdict.md).
 */
export const updateMedia = endpoint({
  method: 'PUT',
  path: '/api/media/:id',
  access: 'member',
  summary: 'Edit, publish or submit (owner), score and place (reviewer), or all of these (administrator)',
  params: ById,
  query: z.object({ dontNotify: z.optional(Flag) }),
  body: z.object({ ...MediaFields.shape, ...CurationFields.shape, pinnedFavorite: z.optional(Flag) }),
  reply: Media,
});

export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/media/:id',
  access: 'member',
  summary: 'Delete a song or video with its files',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
