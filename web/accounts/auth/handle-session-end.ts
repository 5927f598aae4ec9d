import { type Me, me } from '@scoville/contract/accounts/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { call } from '../../platform/lib/call.ts';
import { meQuery } from '../../platform/lib/query.ts';
import { recordInterruption, readMemory, saveMemory } from '../../platform/lib/redirect-memory.ts';
import { forgetFormer } from './former-account.ts';
import { waitForSessionLock } from './session-lock.ts';

/**
 * Handles a call that was refused because its session is over: redirects to the sign-in. Exceptions: a sign-in in
 * another tab ends the call's session but signs this tab in as well, and a sign-out in this tab has its own redirect.
 *
 * @param refused the account that was known to be signed in when the call was refused
 */
export async function handleSessionEnd(
  router: AnyRouter,
  client: QueryClient,
  refused: Me | null | undefined,
): Promise<void> {
  const { queryKey } = meQuery();
  const { href } = router.state.location;
  await waitForSessionLock();
  if (await call(me, {}).catch(() => null)) return client.refetchQueries({ queryKey });
  if (refused && client.getQueryData(queryKey) === null) return;
  saveMemory(recordInterruption(readMemory(), href));
  client.setQueryData(queryKey, null);
  void forgetFormer(client);
  void router.navigate({ to: '/login' });
}
