import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  removeLostSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactor,
} from '@scoville/contract/accounts/second-factor.ts';
import type { App } from '../../platform/app-context.ts';
import { brokenConstraint, transaction } from '../../platform/db/connection.ts';
import { checkVouched } from '../../platform/http/actor.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { changeFactors, lockOwnAccount, readSecondFactor } from './change-factors.ts';
import { mailFactors } from './mail-factors.ts';
import { newKeyOptions, readNewKey } from './passkeys.ts';
import { hashCode, newRecoveryCodes } from './recovery-codes.ts';
import { removeLostFactor } from './remove-lost-factor.ts';
import {
  deletePasskey,
  deleteTotp,
  findFactors,
  findOwner,
  findTotp,
  hasFactor,
  insertPasskey,
  insertTotp,
  replaceCodes,
  setNewKeyChallenge,
  consumeNewKeyChallenge,
  useTotpStep,
} from './second-factor.queries.ts';
import { newSecret, matchStep, totpUri } from './totp.ts';

const MAX_PASSKEYS = 20;
const TOO_MANY = `You have ${MAX_PASSKEYS} passkeys. Remove one first.`;
const WRONG_CODE =
  'This code is wrong. Look at the app again: its clock may differ, and each code lasts half a minute.';

export function secondFactorRoutes(app: App) {
  const { db, env } = app;
  return [
    route(secondFactor, (call) => readSecondFactor(app, signedIn(call))),

    route(beginTotp, async (call) => {
      const actor = signedIn(call);
      const { userId } = actor;
      checkVouched(actor);
      const { email } = await findOwner(db, userId);
      const secret = await newSecret();
      if (!(await insertTotp(db, userId, app.sealer.seal(secret, userId))))
        throw conflict('An app is set up already. Remove it first.');
      return { secret, uri: await totpUri(secret, env.PRODUCT_NAME, email) };
    }),

    route(confirmTotp, (call) =>
      changeFactors(app, call, async (tx, userId) => {
        const totp = await findTotp(tx, userId);
        if (totp === null) throw conflict('There is nothing to confirm. Begin again.');
        if (totp.confirmed) throw conflict('An app is set up already. Remove it first.');
        const step = await matchStep(app.sealer.open(totp.sealed_secret, userId), call.body.code, totp.last_step);
        if (step === null || !(await useTotpStep(tx, userId, totp, step)))
          throw invalid('code', WRONG_CODE, 'wrong_credentials');
        return 'An authenticator app was set up';
      }),
    ),

    route(beginPasskey, async (call) => {
      const actor = signedIn(call);
      const { userId } = actor;
      checkVouched(actor);
      const { email, name } = await findOwner(db, userId);
      const { passkeys } = await findFactors(db, userId);
      if (passkeys.length >= MAX_PASSKEYS) throw conflict(TOO_MANY);
      const { options, challenge } = await newKeyOptions(env, { id: userId, email, name }, passkeys);
      await setNewKeyChallenge(db, userId, challenge);
      return { options };
    }),

    route(addPasskey, async (call) => {
      const { name, response } = call.body;
      const challenge = await consumeNewKeyChallenge(db, signedIn(call).userId);
      const key = challenge === null ? null : await readNewKey({ env, log: call.request.log }, response, challenge);
      if (key === null) throw invalid('response', 'This passkey could not be checked. Begin again.');
      try {
        return await changeFactors(app, call, async (tx, userId) => {
          if ((await findFactors(tx, userId)).passkeys.length >= MAX_PASSKEYS) throw conflict(TOO_MANY);
          await insertPasskey(tx, userId, { id: newId(), name, ...key });
          return `The passkey “${name}” was added`;
        });
      } catch (error) {
        if (brokenConstraint(error) === 'passkeys_credential_id_key') throw conflict('This passkey is here already.');
        throw error;
      }
    }),

    route(removeSecondFactor, async (call) => {
      const { factor } = call.body;
      return changeFactors(app, call, async (tx, userId) => {
        if (factor !== 'totp') {
          if (!(await deletePasskey(tx, userId, factor))) throw notFound('This passkey');
          return 'A passkey was removed';
        }
        const { totp } = await findFactors(tx, userId);
        await deleteTotp(tx, userId);
        return totp ? 'The authenticator app was removed' : null;
      });
    }),

    route(renewRecoveryCodes, async (call) => {
      const { userId } = signedIn(call);
      const codes = newRecoveryCodes();
      await transaction(db, async (tx) => {
        await lockOwnAccount(app, tx, call);
        if (!hasFactor(await findFactors(tx, userId)))
          throw conflict('Recovery codes belong to a second factor. Set one up first.');
        await replaceCodes(tx, userId, codes.map(hashCode));
        await mailFactors(app, tx, userId, 'New recovery codes were made');
      });
      return { ...(await readSecondFactor(app, signedIn(call))), recoveryCodes: codes };
    }),

    route(removeLostSecondFactor, async (call) => {
      await transaction(db, (tx) => removeLostFactor(app, tx, signedIn(call), call.params.id));
      return { removed: true as const };
    }),
  ];
}
