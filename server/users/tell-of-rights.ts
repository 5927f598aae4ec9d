import { SCREENS } from '@scoville/contract/addresses.ts';
import type { Tx } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { recordNotification } from '../notifications/record-notification.ts';

interface Rights {
  role: 'user' | 'admin';
  isCurator: boolean;
}

/**
 * Tells an account in the product what an administrator let it do, or does no more: a change of its role signs it out, and
 * screens appear or are gone. What stays as it was is not told.
 */
export async function tellOfRights(tx: Tx, userId: string, before: Rights, now: Partial<Rights>): Promise<void> {
  const { role = before.role, isCurator = before.isCurator } = now;
  if (role !== before.role)
    await tell(
      tx,
      userId,
      role === 'admin'
        ? { words: 'You are an administrator now', path: SCREENS.administration.path }
        : { words: 'You are no longer an administrator', path: SCREENS.accountOverview.path },
    );
  if (isCurator !== before.isCurator)
    await tell(
      tx,
      userId,
      isCurator
        ? { words: 'You are a certified reviewer now', path: SCREENS.review.path }
        : { words: 'You are no longer a certified reviewer', path: SCREENS.accountOverview.path },
    );
}

const tell = (tx: Tx, userId: string, entry: { words: string; path: string }): Promise<void> =>
  recordNotification(tx, { userId, kind: 'rights', occasion: `rights:${newId()}`, entry });
