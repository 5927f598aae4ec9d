import { USERNAME_TAKEN, Username } from '@scoville/contract/accounts/users/usernames.ts';
import * as z from 'zod/mini';
import { useUnique } from '../../../platform/forms/use-unique.ts';

/**
 * Checks whether a username can be claimed. `isSettled` is true if it can be, or if there is nothing to check. The
 * server isn't asked about a username that is invalid anyway.
 */
export function useUsernameCheck(username: string): { isSettled: boolean; problem: string | undefined } {
  const isAsked = z.safeParse(Username, username).success;
  const uniqueness = useUnique('username', isAsked ? username : null);
  if (!isAsked) return { isSettled: true, problem: undefined };
  const problem = {
    free: undefined,
    waiting: undefined,
    taken: USERNAME_TAKEN,
    unknown: 'This username could not be checked. Try again in a moment.',
  }[uniqueness];
  return { isSettled: uniqueness === 'free', problem };
}
