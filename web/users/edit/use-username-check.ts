import { USERNAME_TAKEN, Username } from '@scoville/contract/usernames.ts';
import * as z from 'zod/mini';
import { useUnique } from '../../forms/use-unique.ts';

/** Can this username be claimed? `isSettled`: it can, or none is asked for. What is wrong by itself is not asked about. */
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
