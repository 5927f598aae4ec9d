import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app-context.ts';
import { tooMany } from '../http/errors.ts';

const MINUTES_15 = 15 * 60;
const HOUR = 3600;
const WAIT = 'Too many attempts. Wait 15 minutes and try again.';
const WAIT_HERE = 'Too many attempts from your network. Wait an hour and try again.';

/** Wrong passwords in 15 minutes: of one network for one account; of the same while many networks try that account. */
const OF_NETWORK = 10;
const OF_NETWORK_SLOWED = 2;
/** Wrong passwords in an hour: of one network for all accounts, and for one account from all networks. */
const OF_NETWORK_FOR_ALL = 60;
const FOR_ACCOUNT = 50;

/** Milliseconds that a try waits when it is the `over`-th beyond what one account may have from everywhere. */
export const pauseFor = (over: number): number => Math.min(5000, Math.max(0, over) * 100);

/** A try that was counted; what was right is none. */
export interface Try {
  wasRight(): Promise<void>;
}

/**
 * Counts a try at an account's password, before it is looked at. One network is refused with 429 when it tried too
 * often. From everywhere together an account is only slowed: each network has fewer tries and each try waits, so that
 * many addresses gain little and the owner, who knows the password, still comes in.
 * @param network as `callerOf` names it
 */
export async function countTry(
  { limits, env }: Pick<App, 'limits' | 'env'>,
  network: string,
  email: string,
): Promise<Try> {
  const account = email.toLowerCase();
  const keys = {
    here: `login ${network} ${account}`,
    network: `login from ${network}`,
    account: `login to ${account}`,
  };
  const here = await limits.take(keys.here, OF_NETWORK, MINUTES_15, WAIT);
  await limits.take(keys.network, OF_NETWORK_FOR_ALL, HOUR, WAIT_HERE);
  const over = (await limits.take(keys.account, Infinity, HOUR)) - FOR_ACCOUNT * env.RATE_LIMIT_FACTOR;
  if (over > 0) {
    if (here > OF_NETWORK_SLOWED * env.RATE_LIMIT_FACTOR) throw tooMany(WAIT);
    await wait(pauseFor(over));
  }
  return {
    async wasRight() {
      await limits.forget(keys.here);
      await limits.giveBack(keys.network);
      await limits.giveBack(keys.account);
    },
  };
}
