import { PAGES } from '@scoville/contract/endpoint.ts';
import { deletePost, posts, writePost } from '@scoville/contract/posts.ts';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keyOf } from '../lib/query.ts';
import { sendingOnce } from '../lib/send-once.ts';

/** What a musician told followers, the latest first; the page itself may bring the first of it. */
export const postPages = (id: string) =>
  infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    queryKey: [...keyOf(posts, { params: { id } }), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(posts, { params: { id }, query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/** Of the whole page: whoever closes the form and opens it again sends the same post, too. */
const send = sendingOnce(
  ({ text }: { musicianId: string; text: string }, idempotencyKey) =>
    call(writePost, { body: { text }, idempotencyKey }),
  ({ musicianId }) => musicianId,
);

/** Tells all followers something; what is sent again after a failure, as after a lost answer, is the same post. */
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
