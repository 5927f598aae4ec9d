import { PAGES } from '@scoville/contract/platform/http/endpoint.ts';
import { deletePost, posts, writePost } from '@scoville/contract/community/follows/posts.ts';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { keyOf } from '../../platform/lib/query.ts';
import { withIdempotencyKeys } from '../../platform/lib/with-idempotency-keys.ts';

/** A musician's posts to followers, newest first. The server may send the first page of them along with the HTML. */
export const postPages = (id: string) =>
  infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    queryKey: [...keyOf(posts, { params: { id } }), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(posts, { params: { id }, query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/** Shared by the whole page, so that a retry after closing and reopening the form has the same idempotency key. */
const send = withIdempotencyKeys(
  ({ text }: { musicianId: string; text: string }, idempotencyKey) =>
    call(writePost, { body: { text }, idempotencyKey }),
  ({ musicianId }) => musicianId,
);

/**
 * Sends a post to all followers. A retry after a failure, such as a lost response, sends the same post and not another
 * one.
 */
export function useWritePost(musicianId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => send({ musicianId, text }),
    onSuccess: () => client.invalidateQueries({ queryKey: postPages(musicianId).queryKey }),
  });
}

export function useDeletePost(musicianId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deletePost, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: postPages(musicianId).queryKey }),
  });
}
