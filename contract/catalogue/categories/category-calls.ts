import * as z from 'zod/mini';
import { Category } from './categories.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { OwnGenre } from './own-genres.ts';
import { Flag, Id, Positions, requiredText } from '../../platform/lib/values.ts';

/** A genre with its own list. A genre that only musicians have named has no id and no position among the others. */
export const GenreInfo = z.object({ ...Category.shape, id: z.nullable(Id), position: z.nullable(z.int()) });
export type GenreInfo = z.infer<typeof GenreInfo>;

const ByIdOrSlug = z.object({ id: z.string().check(z.maxLength(80)) });
const ByIdSlugOrName = z.object({
  id: z.string().check(z.maxLength(80), z.describe('The id, slug or name of the genre.')),
});

export const genres = endpoint({
  method: 'GET',
  path: '/api/genres',
  access: 'anyone',
  forEverybody: true,
  summary: 'List all genres in display order',
  reply: z.object({ genres: z.array(Category), total: z.int() }),
});

export const moods = endpoint({
  method: 'GET',
  path: '/api/moods',
  access: 'anyone',
  forEverybody: true,
  summary: 'List all moods in display order',
  reply: z.object({ moods: z.array(Category), total: z.int() }),
});

export const genreInfo = endpoint({
  method: 'GET',
  path: '/api/genres/info/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get one genre with its rating and plays',
  params: ByIdSlugOrName,
  query: z.object({
    curated: z
      ._default(Flag, true)
      .check(
        z.describe(
          'False also finds genres that only musicians named, and counts the media that musicians placed in the genre.',
        ),
      ),
  }),
  reply: GenreInfo,
});

export const moodInfo = endpoint({
  method: 'GET',
  path: '/api/moods/info/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get one mood with its rating and plays',
  params: ByIdOrSlug,
  reply: Category,
});

export const genrePositions = endpoint({
  method: 'PUT',
  path: '/api/genres/positions',
  access: 'admin',
  summary: 'Set the order of genres',
  body: z.object({ positions: Positions }),
  reply: genres.reply,
});

export const moodPositions = endpoint({
  method: 'PUT',
  path: '/api/moods/positions',
  access: 'admin',
  summary: 'Set the order of moods',
  body: z.object({ positions: Positions }),
  reply: moods.reply,
});

export const genreSuggestions = endpoint({
  method: 'GET',
  path: '/api/genres/suggestions',
  access: 'anyone',
  forEverybody: true,
  summary: 'List genre names that begin with a text: reviewers’ first, then musicians’ own, most used first',
  query: z.object({ q: requiredText(40, 'Type something to look for.') }),
  reply: z.object({ genres: z.array(OwnGenre) }),
});
