import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../lib/query.ts';

/** Whoever signs in, in whatever way, finds what was favorited in this browser before in the account. */
export function useMergedFavorites(): void {
  const client = useQueryClient();
  const account = useMe()?.hasAuth;
  useEffect(() => {
    if (!account) return;
    import('./merge-favorites.ts').then(
      ({ mergeFavorites }) => mergeFavorites(client),
      // They are kept until the next visit.
      (error: unknown) => console.warn('Favorites could not be added to the account.', error),
    );
  }, [client, account]);
}
