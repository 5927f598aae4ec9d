import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../../platform/lib/query.ts';

/** Moves the favorites of this browser into the account after every kind of sign-in. */
export function useMergedFavorites(): void {
  const client = useQueryClient();
  const account = useMe()?.hasAuth;
  useEffect(() => {
    if (!account) return;
    import('./merge-favorites.ts').then(
      ({ mergeFavorites }) => mergeFavorites(client),
      // The browser keeps the favorites until the next visit.
      (error: unknown) => console.warn('Favorites could not be added to the account.', error),
    );
  }, [client, account]);
}
