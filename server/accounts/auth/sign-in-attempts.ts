import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../platform/app-context.ts';
import { UNKNOWN } from '../../platform/http/caller.ts';
import { tooManyRequests } from '../../platform/http/errors.ts';

const MINUTES_15 = 15 * 60;
const HOUR = 3600;
const TRY_LATER = 'Too many attempts. Wait 15 minutes and try again.';
const TRY_LATER_NETWORK = 'Too many attempts from your network. Wait an hour and try again.';

/**
 * Wrong passwords in 15 minutes from one network for one account. The second limit applies while the account is slowed
 * because of attempts from many networks.
 */
const MAX_PER_NETWORK = 10;
const MAX_PER_NETWORK_WHEN_SLOWED = 2;
/** Wrong passwords in an hour: from one network for all accounts, and for one account from all networks. */
const MAX_PER_NETWORK_ALL_ACCOUNTS = 60;
const MAX_PER_ACCOUNT = 50;

/** Milliseconds of delay for the `over`-th attempt beyond an account's limit for all networks. */
export const pauseFor = (over: number): number => Math.min(5000, Math.max(0, over) * 100);

/** A counted attempt. A successful one is subtracted again. */
export interface SignInAttempt {
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt to sign in to an account, before the password is checked. A network is rejected with 429 after too
 * many attempts. Too many attempts from all networks together only slow the account down: each network gets fewer
 * attempts, and each attempt is delayed. So an attacker gains little from many addresses, and the owner, who knows the
 * password, can still sign in. Callers of unknown origin aren't limited by network, only slowed, because otherwise a
 * few of them would lock out all of them.
 * @param network as returned by `callerOf`
 */
export async function countSignInAttempt(
  { limits: { strict: limits }, env }: Pick<App, 'limits' | 'env'>,
  network: string,
  email: string,
): Promise<SignInAttempt> {
  const account = email.toLowerCase();
  const keys = {
    here: `login ${network} ${account}`,
    network: `login from ${network}`,
    account: `login to ${account}`,
  };
  const factor = Math.min(1, env.RATE_LIMIT_FACTOR);
  const isKnown = network !== UNKNOWN;
  const here = isKnown ? await limits.take(keys.here, MAX_PER_NETWORK, MINUTES_15, TRY_LATER) : 0;
  if (isKnown) await limits.take(keys.network, MAX_PER_NETWORK_ALL_ACCOUNTS, HOUR, TRY_LATER_NETWORK);
  const over = (await limits.take(keys.account, Infinity, HOUR)) - MAX_PER_ACCOUNT * factor;
  if (over > 0) {
    if (here > MAX_PER_NETWORK_WHEN_SLOWED * factor) throw tooManyRequests(TRY_LATER);
    await wait(pauseFor(over));
  }
  return {
    async succeeded() {
      await limits.reset(keys.here);
      await limits.refund(keys.network);
      await limits.refund(keys.account);
    },
  };
}
