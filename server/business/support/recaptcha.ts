import * as z from 'zod';
import type { Env } from '../../platform/env.ts';
import { HttpError } from '../../platform/http/errors.ts';
import type { Logger } from '../../platform/log.ts';

/** Timeout for Google's response, in milliseconds. */
const PATIENCE = 5000;

const Verdict = z.object({ success: z.boolean() });

/**
 * Whether this response belongs to a solved captcha. Google accepts each response once.
 *
 * @throws HttpError 503 when Google can't be reached
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

/** Sources of the captcha's script and frames, for the content security policy; empty for our own captcha. */
export function captchaSources({ RECAPTCHA, RECAPTCHA_URL }: Env): string[] {
  if (RECAPTCHA === null) return [];
  // The script from google.com or recaptcha.net loads its code from there.
  return [RECAPTCHA_URL, 'https://www.gstatic.com/recaptcha/'];
}
