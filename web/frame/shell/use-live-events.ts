import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../../platform/lib/query.ts';

/**
 * Follows live events while an account is signed in. The code is fetched only then, and is not part of the first load.
 */
export function useLiveEvents(): void {
  const client = useQueryClient();
  const userId = useMe()?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    let end: (() => void) | null = () => {};
    import('../../live-events.ts').then(
      ({ followLiveEvents }) => {
        if (end !== null) end = followLiveEvents(client);
      },
      // Screens poll instead.
      (error: unknown) => console.warn('Live events could not be loaded.', error),
    );
    return () => {
      end?.();
      end = null;
    };
  }, [client, userId]);
}
