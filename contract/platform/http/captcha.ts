import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The error of forms whose captcha is unsolved, expired or already used. */
export const CAPTCHA_REFUSED = 'Invalid reCAPTCHA response.';

/** A proof of work in the format of altcha (altcha.org). */
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

/** A challenge with its solution. */
export const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
export type SolvedChallenge = z.infer<typeof SolvedChallenge>;

export const captchaChallenge = endpoint({
  method: 'GET',
  path: '/api/captcha',
  access: 'anyone',
  summary: 'Get a proof-of-work challenge for one message of the contact form, if reCAPTCHA is not configured',
  reply: z.object({ challenge: Challenge }),
});
