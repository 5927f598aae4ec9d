import {
  type FollowType,
  confirmFollow,
  follow,
  followOf,
  unfollow,
} from '@scoville/contract/community/follows/follows.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../platform/lib/call.ts';
import { keyOf, meQuery, queryOf } from '../../platform/lib/query.ts';

/** The signed-in account's subscription to a musician's news. */
export const useFollowOf = (musicianId: string) => useQuery(queryOf(followOf, { params: { userId: musicianId } }));

function useChanged(musicianId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(followOf, { params: { userId: musicianId } }) }),
      client.invalidateQueries({ queryKey: meQuery().queryKey }),
    ]);
}

/** Subscribes the signed-in account or, by email, a guest to a musician's news. */
export function useFollow(musicianId: string) {
  const onSuccess = useChanged(musicianId);
  return useMutation({
    mutationFn: ({ type, email }: { type: FollowType; email?: string }) =>
      call(follow, {
        params: { userId: musicianId },
        body: { type, subscribedTo: musicianId, ...(email !== undefined && { subscriberEmail: email }) },
      }),
    onSuccess,
  });
}

/**
 * Cancels a subscription to a musician's news. One that doesn't exist any more counts as cancelled, because the
 * response to an earlier attempt may have been lost.
 */
async function cancel(subscriptionId: string): Promise<void> {
  try {
    await call(unfollow, { params: { subscriptionId } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

export function useUnfollow(musicianId: string) {
  const onSuccess = useChanged(musicianId);
  return useMutation({
    mutationFn: cancel,
    onSuccess,
  });
}

/** Confirms a guest's subscription to a musician's news with the token of the mail. */
export const useConfirmFollow = (token: string) =>
  useMutation({ mutationFn: () => call(confirmFollow, { params: { token } }) });

/**
 * Cancels a subscription to a musician's news: one of the signed-in account, or by the link in one of the
 * subscription's mails.
 */
export function useCancelFollow(subscriptionId: string, token: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      if (token === undefined) await cancel(subscriptionId);
      else await call(unfollow, { params: { subscriptionId }, query: { token } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });
}
