import type { Me } from '@scoville/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { meQuery, useMe } from '../lib/query.ts';
import { fetchAhead } from '../preload-helper.ts';
import { useAwake } from '../ui/awake.ts';
import { useIdle } from '../ui/use-idle.ts';
import { joinAccountChannel } from './account-channel.ts';

const load = () => import('./other-tabs.ts');

/**
 * Follows the account of the browser for as long as the page is there. The part that does so runs once the page is idle. On
 * the page of a visitor who has done nothing yet it is only fetched: that page tells the other tabs that it is a visitor's,
 * and runs the part when one of them tells of an account.
 */
export function useAccountOfOtherTabs(): void {
  const client = useQueryClient();
  const router = useRouter();
  const me = useMe();
  const isIdle = useIdle();
  const isAwake = useAwake();
  const [wasTold, setTold] = useState(false);
  // It may have become another one before that part is there.
  const [shown] = useState(() => client.getQueryData<Me | null>(meQuery().queryKey));
  const isWanted = shown !== null || Boolean(me) || isAwake || wasTold;
  useEffect(() => {
    if (!isIdle || isWanted) return undefined;
    fetchAhead(load);
    const channel = joinAccountChannel((id) => id !== null && setTold(true));
    channel.tell(null);
    return channel.close;
  }, [isIdle, isWanted]);
  useEffect(() => {
    if (!isIdle || !isWanted) return undefined;
    let end: (() => void) | null = () => {};
    load().then(
      ({ followAccount }) => {
        if (end === null) return;
        end = followAccount(client, router, shown);
        // The tab that told of an account may be gone.
        if (wasTold) void client.refetchQueries({ queryKey: meQuery().queryKey });
      },
      (error: unknown) => console.warn('What other tabs do could not be followed.', error),
    );
    return () => {
      end?.();
      end = null;
    };
  }, [client, router, isIdle, isWanted, wasTold, shown]);
}
