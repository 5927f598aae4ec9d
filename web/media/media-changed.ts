import type { QueryClient } from '@tanstack/react-query';

/** After media changed, everything that shows any is read again: lists, figures of categories, the account's counts. */
export const mediaChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path !== '/api/settings',
  });
