import * as z from 'zod/mini';
import { BandList } from './discovery.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaList } from '../../catalogue/media/media-lists.ts';
import { Flag, PageQuery, Seed } from '../../platform/lib/values.ts';

export const curatedList = endpoint({
  method: 'GET',
  path: '/api/list/media/curated',
  access: 'anyone',
  forEverybody: true,
  summary: 'List Perfectly Seasoned (score 85 and up) or Well Done (70 to 84)',
  query: z.object({ list: z.optional(BandList), seed: z.optional(Seed), randomize: z.optional(Flag), ...PageQuery }),
  reply: MediaList,
});
