import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { recordNotification } from '../notifications/record-notification.ts';

interface Rights {
  role: 'user' | 'admin';
  isCurator: boolean;
}

/**
 * Notifies an account in the product about rights that an administrator granted or removed. A change of the role signs
 * the account out, and screens appear or disappear. Unchanged rights aren't mentioned.
 */
export async function notifyRightsChange(tx: Tx, userId: string, before: Rights, now: Partial<Rights>): Promise<void> {
  const { role = before.role, isCurator = before.isCurator } = now;
  if (role !== before.role)
    await notify(
      tx,
      userId,
      role === 'admin'
        ? { words: 'You are an administrator now', path: SCREENS.administration.path }
        : { words: 'You are no longer an administrator', path: SCREENS.accountOverview.path },
    );
  if (isCurator !== before.isCurator)
    await notify(
      tx,
      userId,
      isCurator
        ? { words: 'You are a certified reviewer now', path: SCREENS.review.path }
        : { words: 'You are no longer a certified reviewer', path: SCREENS.accountOverview.path },
    );
}

const notify = (tx: Tx, userId: string, entry: { words: string; path: string }): Promise<void> =>
  recordNotification(tx, { userId, kind: 'rights', occasion: `rights:${newId()}`, entry });
