import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { meQuery } from './query.ts';
import { recordInterruption, saveMemory, readMemory } from './redirect-memory.ts';

export interface RouterContext {
  queryClient: QueryClient;
}

interface Guarded {
  context: RouterContext;
  location: { href: string };
}

type Rule = (me: Me) => boolean;

/**
 * Guards a route: a visitor, or an account that fails the rule, is redirected to /login, which remembers the
 * interrupted address.
 */
function guard(rule: Rule) {
  return async ({ context, location }: Guarded): Promise<void> => {
    const me = await context.queryClient.ensureQueryData(meQuery());
    if (me && rule(me)) return;
    saveMemory(recordInterruption(readMemory(), location.href));
    throw redirect({ to: '/login' });
  };
}

/** Screens that are open to accounts without a password. */
const WITHOUT_PASSWORD = /^\/(logout|reset)(?=\/|$)/;

/** Runs before every screen: a user who signed up through a social account must choose a password first. */
export async function requirePassword({
  context,
  location,
}: Guarded & { location: { pathname: string } }): Promise<void> {
  if (WITHOUT_PASSWORD.test(location.pathname)) return;
  const { queryClient } = context;
  const cached = await queryClient.ensureQueryData(meQuery());
  if (!cached || cached.hasAuth) return;
  // The password may have been set in another tab since.
  const me = await queryClient.fetchQuery({ ...meQuery(), staleTime: 0 }).catch(() => cached);
  if (me && !me.hasAuth) throw redirect({ to: '/reset' });
}

export const requireAccount = guard(() => true);
export const requireAdmin = guard((me) => me.role === 'admin');
export const requireCurator = guard((me) => me.isCurator || me.role === 'admin');
