import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Media } from './media.ts';
import { ById, Id, Time } from './values.ts';

/** The parameter of a media's address that holds the token of its private link. */
export const LINK_PARAMETER = 'link';

/** The private link of a media, as its owner sees it. */
export const PrivateLink = z.object({
  /** Null while there is none. */
  link: z.nullable(z.object({ url: z.string(), madeOn: Time })),
  /** Why none can be made now, in words for its owner; null where one can. */
  refusal: z.nullable(z.string()),
});
export type PrivateLink = z.infer<typeof PrivateLink>;

export const privateLink = endpoint({
  method: 'GET',
  path: '/api/media/:id/private-link',
  access: 'member',
  summary: 'The private link of an own media',
  params: ById,
  reply: PrivateLink,
});

export const makePrivateLink = endpoint({
  method: 'POST',
  path: '/api/media/:id/private-link',
  access: 'member',
  perMinute: 30,
  summary: 'Make a private link to an own media that is not published; the one before stops working',
  params: ById,
  reply: PrivateLink,
});

export const removePrivateLink = endpoint({
  method: 'DELETE',
  path: '/api/media/:id/private-link',
  access: 'member',
  summary: 'Take the private link of an own media back: it stops working at once',
  params: ById,
  reply: PrivateLink,
});

export const mediaByLink = endpoint({
  method: 'GET',
  path: '/api/media/:id/private-link/:token',
  access: 'anyone',
  summary: 'One song or video for whoever has its private link',
  params: z.object({ id: Id, token: z.string().check(z.maxLength(100, 'This is no private link.')) }),
  reply: Media,
});
