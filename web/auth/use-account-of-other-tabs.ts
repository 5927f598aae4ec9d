import type { Me } from '@scoville/contract/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { meQuery } from '../lib/query.ts';
import { useIdle } from '../ui/use-idle.ts';

/** Follows the account of the browser for as long as the page is there; what does so is fetched once the page is. */
export function useAccountOfOtherTabs(): void {
  const client = useQueryClient();
  const router = useRouter();
  const isIdle = useIdle();
  // It may have become another one before that part is there.
  const [shown] = useState(() => client.getQueryData<Me | null>(meQuery().queryKey));
  useEffect(() => {
    if (!isIdle) return undefined;
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
  }, [client, router, isIdle, shown]);
}
