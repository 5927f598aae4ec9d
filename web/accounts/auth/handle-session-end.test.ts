import { me } from '@scoville/contract/accounts/users/users.ts';
import { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { type Mock, beforeEach, expect, it, vi } from 'vitest';
import { meQuery } from '../../platform/lib/query.ts';
import { withSessionLock } from './session-lock.ts';
import { handleSessionEnd } from './handle-session-end.ts';

const { call, ApiError } = vi.hoisted(() => ({
  call: vi.fn() as Mock,
  ApiError: class extends Error {
    status = 401;
  },
}));
vi.mock('../../platform/lib/call.ts', () => ({ call, ApiError }));

const { queryKey } = meQuery();
const ANN = { id: 'ann' };
const BEN = { id: 'ben' };
/** The account of the browser's session. */
let session: object | null;
let client: QueryClient;
const navigate = vi.fn();
const refuse = (who: unknown) =>
  handleSessionEnd(
    { navigate, state: { location: { href: '/kettle' } } } as unknown as AnyRouter,
    client,
    who as never,
  );

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryDefaults(queryKey, meQuery());
  client.setQueryData(queryKey, ANN as never);
  session = null;
  navigate.mockReset();
  call.mockImplementation((endpoint: unknown) =>
    endpoint === me && session ? Promise.resolve(session) : Promise.reject(new ApiError()),
  );
});

it('redirects to the sign-in, for visitors as well', async () => {
  await refuse(ANN);
  expect(client.getQueryData(queryKey)).toBeNull();
  await refuse(null);
  expect(navigate.mock.calls).toEqual([[{ to: '/login' }], [{ to: '/login' }]]);
});

it('does not redirect while another account is signing in, and waits for that', async () => {
  const isAnswered = Promise.withResolvers<void>();
  // The former session has ended, and the browser has no new one yet.
  const signedIn = withSessionLock(async () => {
    await isAnswered.promise;
    session = BEN;
  });
  const refused = refuse(ANN);
  setImmediate(isAnswered.resolve);
  await Promise.all([signedIn, refused]);
  expect(navigate).not.toHaveBeenCalled();
});

it('does not redirect after a sign-out in the meantime, which redirects Home itself', async () => {
  const signedOut = withSessionLock(async () => {
    await Promise.resolve();
    client.setQueryData(queryKey, null);
  });
  await Promise.all([signedOut, refuse(ANN)]);
  expect(navigate).not.toHaveBeenCalled();
});
