import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { text } from './values.ts';

const query = z.object({ query: z.optional(text(200)) });

export const professions = endpoint({
  method: 'GET',
  path: '/api/professions',
  access: 'member',
  summary: 'Titles of positions whose words begin with query: at most 20, known ones and those that people entered',
  query,
  reply: z.object({ professions: z.array(z.string()) }),
});

export const schools = endpoint({
  method: 'GET',
  path: '/api/schools/search',
  access: 'member',
  summary: 'Schools whose words begin with query: at most 20, known ones and those that people entered',
  query,
  reply: z.object({ schools: z.array(z.string()) }),
});
