import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { meQuery, useMe } from '../../platform/lib/query.ts';
import { fetchAhead } from '../../preload-helper.ts';
import { useAwake } from '../../platform/ui/awake.ts';
import { useIdle } from '../../platform/ui/use-idle.ts';
import { joinAccountChannel } from './account-channel.ts';

const load = () => import('./other-tabs.ts');

/**
 * Keeps the page in step with the account that other tabs of the browser sign in to. A member's page loads
 * `followAccount` when it is idle. A visitor's page posts that it has no account, and loads `followAccount` when it is used
 * or when another tab posts an account; until then only the file is fetched.
 */
export function useAccountOfOtherTabs(): void {
  const client = useQueryClient();
  const router = useRouter();
  const me = useMe();
  const isIdle = useIdle();
  const isAwake = useAwake();
  const [wasPosted, setPosted] = useState(false);
  // The account at the start, because it may have changed before `followAccount` is loaded.
  const [shown] = useState(() => client.getQueryData<Me | null>(meQuery().queryKey));
  const isWanted = shown !== null || Boolean(me) || isAwake || wasPosted;
  useEffect(() => {
    if (!isIdle || isWanted) return undefined;
    fetchAhead(load);
    const channel = joinAccountChannel((id) => id !== null && setPosted(true));
    channel.post(null);
    return channel.close;
  }, [isIdle, isWanted]);
  useEffect(() => {
    if (!isIdle || !isWanted) return undefined;
    let end: (() => void) | null = () => {};
    load().then(
      ({ followAccount }) => {
        if (end === null) return;
        end = followAccount(client, router, shown);
        // If the tab that posted the account is closed by now, no tab posts it again.
        if (wasPosted) void client.refetchQueries({ queryKey: meQuery().queryKey });
      },
      (error: unknown) => console.warn('What other tabs do could not be followed.', error),
    );
    return () => {
      end?.();
      end = null;
    };
  }, [client, router, isIdle, isWanted, wasPosted, shown]);
}
