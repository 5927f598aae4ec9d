import * as z from 'zod/mini';
import { CAPTCHA_REFUSED } from '../../platform/http/captcha.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { emailOr } from '../../platform/lib/email.ts';
import { requiredText } from '../../platform/lib/values.ts';

/** The contact form. The browser validates with it, too. */
export const SupportMessage = z.object({
  name: requiredText(80, 'Name is required.'),
  email: emailOr('A valid email is required.'),
  message: requiredText(5000, 'Message is required.'),
  /** reCAPTCHA's response; if reCAPTCHA isn't configured, a `SolvedChallenge` as JSON in base64. */
  recaptcha: z.string(CAPTCHA_REFUSED).check(z.minLength(1, CAPTCHA_REFUSED), z.maxLength(8192, CAPTCHA_REFUSED)),
});

export const sendSupportMessage = endpoint({
  method: 'POST',
  path: '/api/messages/support',
  access: 'anyone',
  summary: 'Send a message to the operators of this installation',
  body: SupportMessage,
  perMinute: 20,
  reply: z.object({ message: z.string() }),
});
