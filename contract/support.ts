import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { emailOr } from './email.ts';
import { requiredText } from './values.ts';

/** What the contact form says when its captcha was not solved, is too old, or was used before. */
export const CAPTCHA_REFUSED = 'Invalid reCAPTCHA response.';

/** The contact form; the browser validates with it, too. */
export const SupportMessage = z.object({
  name: requiredText(80, 'Name is required.'),
  email: emailOr('A valid email is required.'),
  message: requiredText(5000, 'Message is required.'),
  /** reCAPTCHA's response; without its keys, a solved `captchaChallenge` as base64 of its JSON (`SolvedChallenge`). */
  recaptcha: z.string(CAPTCHA_REFUSED).check(z.minLength(1, CAPTCHA_REFUSED), z.maxLength(8192, CAPTCHA_REFUSED)),
});

export const sendSupportMessage = endpoint({
  method: 'POST',
  path: '/api/messages/support',
  access: 'anyone',
  summary: 'Write to the people who run this installation',
  body: SupportMessage,
  perMinute: 20,
  reply: z.object({ message: z.string() }),
});

/** A proof of work as altcha (altcha.org) asks for it. */
const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.optional(z.string()),
    /** Seconds since 1970. */
    expiresAt: z.optional(z.int()),
  }),
  signature: z.optional(z.string()),
});

/** A challenge with what solves it. */
export const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
export type SolvedChallenge = z.infer<typeof SolvedChallenge>;

export const captchaChallenge = endpoint({
  method: 'GET',
  path: '/api/captcha',
  access: 'anyone',
  summary: 'A proof of work for one message of the contact form, where reCAPTCHA is not configured',
  reply: z.object({ challenge: Challenge }),
});
