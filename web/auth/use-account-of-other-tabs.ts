import type { Me } from '@scoville/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { meQuery } from '../lib/query.ts';
import { useAwake } from '../ui/awake.ts';
import { useIdle } from '../ui/use-idle.ts';
import { joinAccountChannel } from './account-channel.ts';

/**
 * Follows the account of the browser for as long as the page is there. What does so is fetched once the page is idle. The
 * page of a visitor who has done nothing yet only tells the other tabs that it is a visitor's, until one of them answers.
 */
export function useAccountOfOtherTabs(): void {
  const client = useQueryClient();
  const router = useRouter();
  const isIdle = useIdle();
  const isAwake = useAwake();
  const [isAnswered, setAnswered] = useState(false);
  // It may have become another one before that part is there.
  const [shown] = useState(() => client.getQueryData<Me | null>(meQuery().queryKey));
  const isWanted = shown !== null || isAwake || isAnswered;
  useEffect(() => {
    if (!isIdle || isWanted) return undefined;
    const channel = joinAccountChannel((id) => id !== null && setAnswered(true));
    channel.tell(null);
    return channel.close;
  }, [isIdle, isWanted]);
  useEffect(() => {
    if (!isIdle || !isWanted) return undefined;
    let end: (() => void) | null = () => {};
    import('./other-tabs.ts').then(
      ({ followAccount }) => {
        if (end !== null) end = followAccount(client, router, shown);
      },
      (error: unknown) => console.warn('What other tabs do could not be followed.', error),
    );
    return () => {
      end?.();
      end = null;
    };
  }, [client, router, isIdle, isWanted, shown]);
}
