import { type Me, me } from '@scoville/contract/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { call } from '../lib/call.ts';
import { meQuery } from '../lib/query.ts';
import { interrupted, readMemory, saveMemory } from '../lib/redirect-memory.ts';
import { forgetFormer } from './former-account.ts';
import { sessionSettled } from './session-lock.ts';

/**
 * What a call's refusal for want of a session leads to: the sign-in. But whoever signs in in another tab ends the session
 * that the call was sent with, and is signed in here as well; and whoever signs out here goes where that leads.
 *
 * @param refused who was signed in, as far as was known, when the call was refused
 */
export async function sessionOver(
  router: AnyRouter,
  client: QueryClient,
  refused: Me | null | undefined,
): Promise<void> {
  const { queryKey } = meQuery();
  const { href } = router.state.location;
  await sessionSettled();
  if (await call(me, {}).catch(() => null)) return client.refetchQueries({ queryKey });
  if (refused && client.getQueryData(queryKey) === null) return;
  saveMemory(interrupted(readMemory(), href));
  client.setQueryData(queryKey, null);
  void forgetFormer(client);
  void router.navigate({ to: '/login' });
}
