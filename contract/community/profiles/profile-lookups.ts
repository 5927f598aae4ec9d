import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { text } from '../../platform/lib/values.ts';

const query = z.object({ query: z.optional(text(200)) });

export const professions = endpoint({
  method: 'GET',
  path: '/api/professions',
  access: 'member',
  summary: 'List at most 20 job titles with words that begin with query: known ones and those that users entered',
  query,
  reply: z.object({ professions: z.array(z.string()) }),
});

export const schools = endpoint({
  method: 'GET',
  path: '/api/schools/search',
  access: 'member',
  summary: 'List at most 20 schools with words that begin with query: known ones and those that users entered',
  query,
  reply: z.object({ schools: z.array(z.string()) }),
});
