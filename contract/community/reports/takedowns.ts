import * as z from 'zod/mini';
import { CAPTCHA_REFUSED } from '../../platform/http/captcha.ts';
import { emailOr } from '../../platform/lib/email.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { ById, Time, requiredText } from '../../platform/lib/values.ts';

/**
 * The id of the song or video in an address, or null: the last id of the path, because the musician's id may precede
 * it.
 */
export const mediaIdIn = (address: string): string | null =>
  /^[^?#]*/
    .exec(address.toLowerCase())?.[0]
    .match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)
    ?.at(-1) ?? null;

const NO_ADDRESS = 'Paste the link of the song or video.';
const confirmed = z.literal(true, 'Confirm this to send it.');

/** The takedown request of a rights holder or their representative. The form validates with it, too. */
export const TakedownRequest = z.object({
  address: requiredText(500, NO_ADDRESS).check(z.refine((given) => mediaIdIn(given) !== null, NO_ADDRESS)),
  name: requiredText(120, 'Name is required.'),
  email: emailOr('A valid email is required.'),
  /** The infringed work, and its owner. */
  work: requiredText(1000, 'Describe the work that is yours.'),
  /** The sender acts in good faith and is authorised to make the request. */
  confirmed,
  recaptcha: z.string(CAPTCHA_REFUSED).check(z.minLength(1, CAPTCHA_REFUSED), z.maxLength(8192, CAPTCHA_REFUSED)),
});

export const requestTakedown = endpoint({
  method: 'POST',
  path: '/api/takedowns',
  access: 'anyone',
  summary: 'Request the takedown of a song or video that uses your work without permission',
  body: TakedownRequest,
  perMinute: 20,
  reply: z.object({ message: z.string() }),
});

/** The takedown of a song or video, as its owner sees it. */
export const Takedown = z.object({
  state: z.enum(['removed', 'countered', 'upheld']),
  /** The reason for the last decision. */
  reason: z.string(),
  changedOn: Time,
  /** The owner's objection. */
  counterNotice: z.nullable(z.string()),
  canCounter: z.boolean(),
});
export type Takedown = z.infer<typeof Takedown>;

export const takedown = endpoint({
  method: 'GET',
  path: '/api/media/:id/takedown',
  access: 'member',
  summary: 'Get the takedown of your own song or video, or null',
  params: ById,
  reply: z.object({ takedown: z.nullable(Takedown) }),
});

/** The owner's objection. The form validates with it, too. */
export const CounterNotice = z.object({
  words: requiredText(2000, 'Explain why you may publish it.'),
  confirmed,
});

export const counterTakedown = endpoint({
  method: 'POST',
  path: '/api/media/:id/counter-notice',
  access: 'member',
  summary: 'Object once to the takedown of your own song or video; an administrator then decides again',
  params: ById,
  body: CounterNotice,
  reply: z.object({ takedown: Takedown }),
});
