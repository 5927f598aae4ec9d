import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Media } from './media.ts';
import { Id } from './values.ts';

// Apart from what owners do with links: the page of a media needs this alone.

/** The parameter of a media's address that holds the token of its private link. */
export const LINK_PARAMETER = 'link';

export const mediaByLink = endpoint({
  method: 'GET',
  path: '/api/media/:id/private-link/:token',
  access: 'anyone',
  summary: 'One song or video for whoever has its private link',
  params: z.object({ id: Id, token: z.string().check(z.maxLength(100, 'This is not a private link.')) }),
  reply: Media,
});
