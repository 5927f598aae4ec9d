import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { Media } from '../catalogue/media/media.ts';
import { PageQuery, Paging, Time, text } from '../platform/lib/values.ts';

export const ADMIN_MEDIA_FILTERS = ['published', 'unpublished', 'under-review', 'rejected'] as const;
export const AdminMediaFilter = z.enum(ADMIN_MEDIA_FILTERS);
export type AdminMediaFilter = z.infer<typeof AdminMediaFilter>;

/** Lists all songs and videos in any state, including unpublished and rejected ones. */
export const adminMedia = endpoint({
  method: 'GET',
  path: '/api/admin/media',
  access: 'admin',
  summary: 'List all songs and videos, newest first, filtered by state and by the beginning of the title',
  query: z.object({ q: z.optional(text(200)), filter: z.optional(AdminMediaFilter), ...PageQuery }),
  reply: z.object({ media: z.array(Media), total: z.int(), paging: Paging }),
});

/** Lists what the operator should know about the machines that run the product. */
export const notices = endpoint({
  method: 'GET',
  path: '/api/admin/notices',
  access: 'admin',
  summary: 'List problems of the machines that process files, oldest first',
  reply: z.object({
    notices: z.array(z.object({ machine: z.string(), name: z.string(), text: z.string(), since: Time })),
  }),
});
