import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { text } from './values.ts';

/** One thing that may have been meant, with the path of its page. */
export const Suggestion = z.object({
  kind: z.enum(['song', 'video', 'musician', 'genre', 'mood', 'tag']),
  label: z.string(),
  /** What tells it from others of its name: a media's musician. */
  detail: z.nullable(z.string()),
  path: z.string(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const searchSuggestions = endpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  access: 'anyone',
  forEverybody: true,
  summary:
    'What somebody may be about to search for: at most five media, and three each of musicians, genres, moods and tags',
  query: z.object({ q: text(200) }),
  reply: z.object({ suggestions: z.array(Suggestion) }),
});
