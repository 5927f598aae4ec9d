import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { text } from '../../platform/lib/values.ts';

/** A page that the user may be searching for, with its path. */
export const Suggestion = z.object({
  kind: z.enum(['song', 'video', 'musician', 'genre', 'mood', 'tag']),
  label: z.string(),
  /** The musician of a song or video, because several may have the same title. */
  detail: z.nullable(z.string()),
  path: z.string(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const searchSuggestions = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  access: 'anyone',
  forEverybody: true,
  summary: 'Suggest searches for a typed text: at most five media, and three each of musicians, genres, moods and tags',
  query: z.object({ q: text(200) }),
  reply: z.object({ suggestions: z.array(Suggestion) }),
});
