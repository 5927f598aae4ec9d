import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Follows the account of the browser for as long as the page is there; what does so is a part of its own. */
export function useAccountOfOtherTabs(): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    let end: (() => void) | null = () => {};
    import('./other-tabs.ts').then(
      ({ followAccount }) => {
        if (end !== null) end = followAccount(client, router);
      },
      (error: unknown) => console.warn('What other tabs do could not be followed.', error),
    );
    return () => {
      end?.();
      end = null;
    };
  }, [client, router]);
}
