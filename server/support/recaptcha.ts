import * as z from 'zod';
import type { Env } from '../env.ts';
import { HttpError } from '../http/errors.ts';
import type { Logger } from '../log.ts';

/** Milliseconds for Google's answer. */
const PATIENCE = 5000;

const Verdict = z.object({ success: z.boolean() });

/**
 * Did somebody solve the captcha that answered with this response? Google counts each response once.
 *
 * @throws HttpError 503 when nobody can be asked
 */
export async function isHuman(
  { RECAPTCHA_URL, RECAPTCHA }: Pick<Env, 'RECAPTCHA_URL' | 'RECAPTCHA'>,
  response: string,
  log: Logger,
): Promise<boolean> {
  try {
    const answer = await fetch(new URL('api/siteverify', RECAPTCHA_URL), {
      method: 'POST',
      body: new URLSearchParams({ secret: RECAPTCHA?.secret ?? '', response }),
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'error',
    });
    return Verdict.parse(await answer.json()).success;
  } catch (error) {
    log.warn({ err: error }, 'reCAPTCHA could not be asked');
    throw new HttpError(503, 'The captcha could not be checked just now. Please try again in a moment.');
  }
}

/** Where the captcha's script and frames come from, for the content security policy; none when the captcha is our own. */
export function captchaSources({ RECAPTCHA, RECAPTCHA_URL }: Env): string[] {
  if (RECAPTCHA === null) return [];
  // The script of google.com and of recaptcha.net brings its code from there.
  return [RECAPTCHA_URL, 'https://www.gstatic.com/recaptcha/'];
}
