import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { ById, Time } from '../../platform/lib/values.ts';

/** The private link of a song or video, as its owner sees it. */
export const PrivateLink = z.object({
  /** The private link of the media item; null if none was made. */
  link: z.nullable(z.object({ url: z.string(), madeOn: Time })),
  /** Why no link can be made now, in words for the owner; null if one can be made. */
  refusal: z.nullable(z.string()),
});
export type PrivateLink = z.infer<typeof PrivateLink>;

export const privateLink = endpoint({
  method: 'GET',
  path: '/api/media/:id/private-link',
  access: 'member',
  summary: 'Get the private link of your own song or video',
  params: ById,
  reply: PrivateLink,
});

export const makePrivateLink = endpoint({
  method: 'POST',
  path: '/api/media/:id/private-link',
  access: 'member',
  perMinute: 30,
  summary: 'Create a private link to your own unpublished song or video; the previous one stops working',
  params: ById,
  reply: PrivateLink,
});

export const removePrivateLink = endpoint({
  method: 'DELETE',
  path: '/api/media/:id/private-link',
  access: 'member',
  summary: 'Revoke the private link of your own song or video at once',
  params: ById,
  reply: PrivateLink,
});
