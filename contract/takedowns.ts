import * as z from 'zod/mini';
import { CAPTCHA_REFUSED } from './captcha.ts';
import { emailOr } from './email.ts';
import { endpoint } from './endpoint.ts';
import { ById, Time, requiredText } from './values.ts';

/** The id of a media in its address, or null: the last one of its path, where a musician's own may stand before it. */
export const mediaIdIn = (address: string): string | null =>
  /^[^?#]*/
    .exec(address.toLowerCase())?.[0]
    .match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)
    ?.at(-1) ?? null;

const NO_ADDRESS = 'Paste the link of the song or video.';
const confirmed = z.literal(true, 'Confirm this to send it.');

/** The takedown request, by whoever holds the rights or speaks for them; the form validates with it, too. */
export const TakedownRequest = z.object({
  address: requiredText(500, NO_ADDRESS).check(z.refine((given) => mediaIdIn(given) !== null, NO_ADDRESS)),
  name: requiredText(120, 'Name is required.'),
  email: emailOr('A valid email is required.'),
  /** The work that it takes from, and whose that is. */
  work: requiredText(1000, 'Describe the work that is yours.'),
  /** In good faith, and authorised to say so. */
  confirmed,
  recaptcha: z.string(CAPTCHA_REFUSED).check(z.minLength(1, CAPTCHA_REFUSED), z.maxLength(8192, CAPTCHA_REFUSED)),
});

export const requestTakedown = endpoint({
  method: 'POST',
  path: '/api/takedowns',
  access: 'anyone',
  summary: 'Ask for a media to be taken down that uses one’s work without permission',
  body: TakedownRequest,
  perMinute: 20,
  reply: z.object({ message: z.string() }),
});

/** A media that was taken down, as its owner sees that. */
export const Takedown = z.object({
  state: z.enum(['removed', 'countered', 'upheld']),
  /** Of the last decision. */
  reason: z.string(),
  changedOn: Time,
  /** What the owner said against it. */
  counterNotice: z.nullable(z.string()),
  canCounter: z.boolean(),
});
export type Takedown = z.infer<typeof Takedown>;

export const takedown = endpoint({
  method: 'GET',
  path: '/api/media/:id/takedown',
  access: 'member',
  summary: 'Whether and why one’s media was taken down',
  params: ById,
  reply: z.object({ takedown: z.nullable(Takedown) }),
});

/** What the owner says; the form validates with it, too. */
export const CounterNotice = z.object({
  words: requiredText(2000, 'Explain why you may publish it.'),
  confirmed,
});

export const counterTakedown = endpoint({
  method: 'POST',
  path: '/api/media/:id/counter-notice',
  access: 'member',
  summary: 'Say once why one’s media was taken down by mistake; an administrator decides again',
  params: ById,
  body: CounterNotice,
  reply: z.object({ takedown: Takedown }),
});
