import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { keyOf, meQuery } from '../../platform/lib/query.ts';
import { invalidateBulkTargets, bulkRunsQuery, createBulkStarter } from './bulk.calls.ts';

afterEach(() => vi.unstubAllGlobals());

const RUN = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  action: 'publish-media',
  createdOn: '2026-11-27T12:00:00.000Z',
  finishedOn: null,
  total: 1,
  done: 0,
  failed: 0,
  failures: [],
};

it('a bulk action whose answer was lost is looked up, and a retry reuses its key; another dialog gets a new key', async () => {
  const client = new QueryClient();
  client.setQueryData(bulkRunsQuery.queryKey, { runs: [] });
  const keys: (string | null)[] = [];
  let isLost = true;
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    if (isLost) throw new TypeError('The connection was lost.');
    return Response.json(RUN);
  });
  const start = createBulkStarter(client);
  await expect(start({ name: 'publish-media' }, [RUN.id])).rejects.toThrow();
  expect(client.getQueryState(bulkRunsQuery.queryKey)?.isInvalidated).toBe(true);
  isLost = false;
  // The list reports the run before it is started again.
  client.setQueryData(bulkRunsQuery.queryKey, { runs: [{ ...RUN, done: 1 }] });
  await start({ name: 'publish-media' }, [RUN.id]);
  expect(client.getQueryData(bulkRunsQuery.queryKey)).toEqual({ runs: [{ ...RUN, done: 1 }] });
  await createBulkStarter(client)({ name: 'publish-media' }, [RUN.id]);
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('a finished bulk action on accounts also refetches the administrator’s own account, because it may be among them', async () => {
  const client = new QueryClient();
  const keys = [meQuery().queryKey, keyOf(users, { query: { page: 2 } })];
  for (const key of keys) client.setQueryData(key, {});
  await invalidateBulkTargets(client, { ...RUN, action: 'certify-users', finishedOn: RUN.createdOn });
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});
