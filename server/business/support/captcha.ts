import { CAPTCHA_REFUSED } from '@scoville/contract/platform/http/captcha.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { invalid } from '../../platform/http/errors.ts';
import { solvedIn, spend } from './proof-of-work.ts';
import { isHuman } from './recaptcha.ts';

const refused = () => invalid('recaptcha', CAPTCHA_REFUSED, 'captcha');

/**
 * Checks a form's captcha, Google's or our own. Returns a function that uses it up, to be called in the transaction
 * that accepts the form, because each captcha is valid once. Both throw 400 for an invalid captcha.
 */
export async function checkCaptcha(app: App, response: string): Promise<(tx: Tx) => Promise<void>> {
  if (app.env.RECAPTCHA !== null) {
    if (!(await isHuman(app.env, response, app.log))) throw refused();
    return async () => {};
  }
  const solved = await solvedIn(app.db, response);
  if (solved === null) throw refused();
  return async (tx) => {
    if (!(await spend(tx, solved))) throw refused();
  };
}
