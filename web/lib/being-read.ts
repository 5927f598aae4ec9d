import type { QueryClient } from '@tanstack/react-query';

/** Waits for what is being read at this moment: its answers say how it was before what has just been written. */
export const untilRead = (client: QueryClient): Promise<unknown> =>
  Promise.allSettled(
    client
      .getQueryCache()
      .findAll({ fetchStatus: 'fetching' })
      .flatMap(({ promise }) => promise ?? []),
  );
