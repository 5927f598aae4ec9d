import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../app-context.ts';
import { UNKNOWN } from '../../platform/http/caller.ts';
import { tooMany } from '../../platform/http/errors.ts';

const MINUTES_15 = 15 * 60;
const HOUR = 3600;
const TRY_LATER = 'Too many attempts. Wait 15 minutes and try again.';
const TRY_LATER_NETWORK = 'Too many attempts from your network. Wait an hour and try again.';

/** Wrong passwords in 15 minutes: of one network for one account; of the same while many networks try that account. */
const MAX_PER_NETWORK = 10;
const MAX_PER_NETWORK_WHEN_SLOWED = 2;
/** Wrong passwords in an hour: of one network for all accounts, and for one account from all networks. */
const MAX_PER_NETWORK_ALL_ACCOUNTS = 60;
const MAX_PER_ACCOUNT = 50;

/** Milliseconds that an attempt waits when it is the `over`-th beyond what one account may have from everywhere. */
export const pauseFor = (over: number): number => Math.min(5000, Math.max(0, over) * 100);

/** An attempt that was counted; a successful one is given back. */
export interface SignInAttempt {
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt at an account's password, before it is checked. One network is refused with 429 when it tried too
 * often. From everywhere together an account is only slowed: each network has fewer attempts and each attempt waits, so that
 * many addresses gain little and the owner, who knows the password, still comes in. Callers of unknown origin aren't limited by
 * network, only slowed, because otherwise a few of them would lock out all of them.
 * @param network as `callerOf` names it
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
    if (here > MAX_PER_NETWORK_WHEN_SLOWED * factor) throw tooMany(TRY_LATER);
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
