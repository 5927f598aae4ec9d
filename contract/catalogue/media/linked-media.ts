import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Media } from './media.ts';
import { Id } from '../../platform/lib/values.ts';

// In its own module, apart from the owner's calls for links, because the page of a song or video needs only this.

/** The query parameter of a song's or video's address that holds the token of its private link. */
export const LINK_PARAMETER = 'link';

export const mediaByLink = endpoint({
  method: 'GET',
  path: '/api/media/:id/private-link/:token',
  access: 'anyone',
  summary: 'Get one song or video by the token of its private link',
  params: z.object({ id: Id, token: z.string().check(z.maxLength(100, 'This is not a private link.')) }),
  reply: Media,
});
