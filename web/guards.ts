import type { Me } from '@scoville/contract/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { meQuery } from './lib/query.ts';
import { interrupted, saveMemory, readMemory } from './lib/redirect-memory.ts';

export interface RouterContext {
  queryClient: QueryClient;
}

interface Guarded {
  context: RouterContext;
  location: { href: string };
}

type Rule = (me: Me) => boolean;

/** What a route asks for; nobody signed in, or a failed rule, leads to /login, which remembers where it began. */
function guard(rule: Rule) {
  return async ({ context, location }: Guarded): Promise<void> => {
    const me = await context.queryClient.ensureQueryData(meQuery());
    if (me && rule(me)) return;
    saveMemory(interrupted(readMemory(), location.href));
    throw redirect({ to: '/login' });
  };
}

export const loggedIn = guard(() => true);
export const admin = guard((me) => me.role === 'admin');
export const curator = guard((me) => me.isCurator || me.role === 'admin');
