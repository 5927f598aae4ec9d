import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Time } from './values.ts';

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
