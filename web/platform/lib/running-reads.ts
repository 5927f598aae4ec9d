import type { QueryClient } from '@tanstack/react-query';

/** Waits for all running reads, because their answers may be older than a write that has just succeeded. */
export const waitForRunningReads = (client: QueryClient): Promise<unknown> =>
  Promise.allSettled(
    client
      .getQueryCache()
      .findAll({ fetchStatus: 'fetching' })
      .flatMap(({ promise }) => promise ?? []),
  );
