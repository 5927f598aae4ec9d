import { type Settings, settings } from '@scoville/contract/accounts/settings.ts';
import { type Endpoint, PAGES, type Reply, type Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { type Me, me as meEndpoint } from '@scoville/contract/accounts/users/users.ts';
import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { ApiError, call, type CallInput } from './call.ts';

/** The data that the server wrote into the page: `<script type="application/json" id="boot">`. */
interface Boot {
  settings?: Settings;
  me?: Me | null;
  /** The seed of the shuffled list of which `queries` has the first page; the next pages need the same order. */
  seed?: number;
  /** Replies of GET calls under the keys of `keyOf`. */
  queries?: { key: unknown[]; data: unknown }[];
}

/**
 * The cache key of a call: `[path, params, query]`, with the path as in the contract (`/api/media/:id`), and the body
 * as a fourth part if there is one. The server writes the first screen's data under the same keys.
 */
export const keyOf = (
  endpoint: { path: string },
  input: { params?: unknown; query?: unknown; body?: unknown } = {},
): QueryKey => [
  endpoint.path,
  input.params ?? {},
  input.query ?? {},
  ...(input.body === undefined ? [] : [input.body]),
];

/** Query options of one GET call: `useQuery(queryOf(media, { params: { id } }))`. */
export function queryOf<E extends Endpoint<Schema, Schema, Schema, Schema>>(endpoint: E, input: CallInput<E>) {
  return queryOptions<Reply<E>, Error>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}

/** Default milliseconds for which fetched data counts as fresh. */
export const FRESH = 30_000;

export const settingsQuery = () => ({ ...queryOf(settings, {}), staleTime: Infinity, gcTime: Infinity });

/** The signed-in account, or null. */
export const meQuery = () =>
  queryOptions({
    queryKey: keyOf(meEndpoint),
    queryFn: async ({ signal }) => {
      try {
        return await call(meEndpoint, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: 5 * 60_000,
    gcTime: Infinity,
  });

/**
 * `App` reads these once for all parts of the page. Otherwise each card would have four cache observers, and a list
 * hundreds.
 */
export const KnownMe = createContext<Me | null | undefined>(undefined);
export const KnownSettings = createContext<Settings | null>(null);

/** The signed-in account; null for a visitor, undefined while it is unknown. */
export const useMe = (): Me | null | undefined => use(KnownMe);

/** Returns the boot configuration. */
export function useSettings(): Settings {
  const settings = use(KnownSettings);
  if (!settings) throw new Error('The settings are known within App alone.');
  return settings;
}

/** Parses the data that the server wrote into the page. */
export const readBoot = (): Boot => JSON.parse(document.querySelector('#boot')?.textContent || '{}') as Boot;

/** Creates a client that contains the data the server wrote into the page. */
export function createQueryClient({ settings: first, me, queries = [] }: Boot): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        refetchOnWindowFocus: false,
        // A retry doesn't change a refusal; it may help after a lost connection or a restart of the server.
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
        // Queries fail offline instead of pausing, so that a list shows the lost connection instead of a loading state.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Writes fail immediately when offline, because a paused write would keep its dialog busy and open without a
      // message.
      mutations: { networkMode: 'always' },
    },
  });
  if (first !== undefined) client.setQueryData(settingsQuery().queryKey, first);
  if (me !== undefined) client.setQueryData(meQuery().queryKey, me);
  for (const { key, data } of queries)
    client.setQueryData(key, key.at(-1) === PAGES ? { pages: [data], pageParams: [undefined] } : data);
  return client;
}
