import {
  commentReplies,
  comments,
  deleteComment,
  flaggedComments,
  flagComment,
} from '@scoville/contract/community/comments/comments.ts';
import type { Comment, CommentReply } from '@scoville/contract/community/comments/comments.ts';
import { PAGES, type Reply } from '@scoville/contract/platform/http/endpoint.ts';
import { media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  infiniteQueryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { usePollingInterval } from '../../platform/events/stream.ts';
import { call } from '../../platform/lib/call.ts';
import { newIdempotencyKey } from '../../platform/lib/idempotency-key.ts';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { keyOf, queryOf } from '../../platform/lib/query.ts';
import { readAgain } from '../../platform/lib/read-again.ts';
import { sendComment, sendReply } from './send-comment.ts';

/** Milliseconds after which visible comments are refetched; less often while live events report changes. */
const EVERY = 15_000;
export const useCommentsInterval = (): number => Math.max(EVERY, usePollingInterval());
/** The number of comments whose moments a waveform shows. */
const MOST_MOMENTS = 100;

const pagesKey = (mediaId: string) => [...keyOf(comments, { params: { mediaId } }), PAGES];
/** Includes the media item, so that a change under another item doesn't refetch these replies. */
const repliesKey = (mediaId: string, commentId: string) => [
  ...keyOf(commentReplies, { params: { mediaId, commentId } }),
  PAGES,
];
/** Calls whose answers contain a media item's comments; their keys include the item's id. */
export const OF_COMMENTS = [
  comments.path,
  commentReplies.path,
  flaggedComments.path,
  // The comments held for approval (`held-comments.tsx`). Given as text, because importing the endpoint would add its
  // schema to the first load.
  '/api/held-comments/:mediaId',
];

/** Milliseconds until comments are refetched; false if their song or video was removed. */
export const pollUnlessRemoved =
  (every: number) =>
  ({ state }: { state: { error: Error | null } }): number | false =>
    isNotFound(state.error) ? false : every;

/**
 * The comments on a song or video, newest first, ten at a time.
 *
 * @param every milliseconds until the comments are refetched
 */
export const commentPages = (mediaId: string, every: number) =>
  infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    refetchInterval: pollUnlessRemoved(every),
    queryKey: pagesKey(mediaId),
    queryFn: ({ pageParam, signal }) =>
      call(comments, { params: { mediaId }, query: pageParam === undefined ? {} : { cursor: pageParam }, signal }),
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/**
 * All replies to a comment, oldest first, a hundred at a time.
 *
 * @param every milliseconds until the replies are refetched
 */
export const replyPages = ({ mediaId, commentId }: { mediaId: string; commentId: string }, every: number) =>
  infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    refetchInterval: pollUnlessRemoved(every),
    queryKey: repliesKey(mediaId, commentId),
    queryFn: ({ pageParam, signal }) =>
      call(commentReplies, {
        params: { commentId },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
  });

/** The flagged comments under a song or video, newest first, ten at a time; for administrators. */
export const flaggedPages = (mediaId: string) =>
  infiniteQueryOptions({
    initialPageParam: undefined as string | undefined,
    queryKey: [...keyOf(flaggedComments, { params: { mediaId } }), PAGES],
    queryFn: ({ pageParam, signal }) =>
      call(flaggedComments, {
        params: { mediaId },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: ({ paging }) => paging.next ?? undefined,
    staleTime: 0,
  });

/** The newest comments with a moment, for the waveform. */
export const momentsQuery = (mediaId: string, every: number) => ({
  ...queryOf(comments, { params: { mediaId }, query: { moments: true, size: MOST_MOMENTS } }),
  refetchInterval: pollUnlessRemoved(every),
});

type Pages = InfiniteData<Reply<typeof comments>, string | undefined>;
type ReplyPages = InfiniteData<Reply<typeof commentReplies>, string | undefined>;

/** The comment as shown before the server has saved it. */
function draftOf(me: Me, body: string): CommentReply {
  const { id, username, displayName, isMasterChef, profileImg } = me;
  return {
    id: `draft ${newIdempotencyKey()}`,
    body: body.trim(),
    user: { id, username, displayName, isMasterChef, profileImg, deleted: false },
    createdAt: new Date().toISOString(),
    flagged: false,
    can: { reply: false, flag: false, delete: false },
  };
}

/** Whether the comment is still being sent. */
export const isDraft = ({ id }: Pick<CommentReply, 'id'>): boolean => id.startsWith('draft ');

/**
 * Refetches everything that shows comments of a song or video, and its comment count. A running read continues, so that
 * a click on Show More is not lost, and is repeated afterwards.
 */
export async function readComments(client: QueryClient, mediaId: string): Promise<void> {
  const keys = [...OF_COMMENTS.map((path) => [path, { mediaId }]), keyOf(mediaEndpoint, { params: { id: mediaId } })];
  await Promise.all(keys.map((queryKey) => readAgain(client, { queryKey })));
}

/**
 * Changes the shown comments of a song or video until they are refetched (optimistic update); resolves with a function
 * that reverts the change.
 */
async function show(
  client: QueryClient,
  mediaId: string,
  change: {
    comments: (shown: Comment[]) => Comment[];
    replies?: (shown: CommentReply[]) => CommentReply[];
    more?: number;
  },
): Promise<() => void> {
  const everyReply = { queryKey: [commentReplies.path, { mediaId }] };
  const keys: { queryKey: QueryKey }[] = [{ queryKey: pagesKey(mediaId) }, everyReply];
  // A running read would bring back the comments without the change.
  await Promise.all(keys.map((key) => client.cancelQueries(key)));
  const before = keys.flatMap((key) => client.getQueriesData(key));
  client.setQueryData<Pages>(
    pagesKey(mediaId),
    (old) =>
      old && {
        ...old,
        pages: old.pages.map((page, at) => {
          const changed = change.comments(page.comments);
          return {
            ...page,
            total: page.total + (change.more ?? 0),
            comments: at === 0 ? changed : changed.filter((one) => !isDraft(one)),
          };
        }),
      },
  );
  const { replies } = change;
  if (replies)
    client.setQueriesData<ReplyPages>(
      everyReply,
      (old) => old && { ...old, pages: old.pages.map((page) => ({ ...page, replies: replies(page.replies) })) },
    );
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/** Options of a change that is shown at once and reverted if it fails. */
function useChange<Input>(
  mediaId: string,
  does: (input: Input) => Promise<unknown>,
  shows: (client: QueryClient, input: Input) => Promise<() => void>,
) {
  const client = useQueryClient();
  return useMutation<unknown, Error, Input, () => void>({
    mutationFn: does,
    onMutate: (input) => shows(client, input),
    onError: (_error, _input, undo) => undo?.(),
    onSettled: () => readComments(client, mediaId),
  });
}

export const useAddComment = (mediaId: string, me: Me) =>
  useChange(
    mediaId,
    (said: { comment: string; moment: number | null }) => sendComment({ mediaId, ...said }),
    (client, { comment, moment }) => {
      const draft: Comment = { ...draftOf(me, comment), moment, replies: [], replyTotal: 0 };
      return show(client, mediaId, { comments: (shown) => [draft, ...shown], more: 1 });
    },
  );

export const useAddReply = (mediaId: string, commentId: string, me: Me) =>
  useChange(
    mediaId,
    ({ comment }: { comment: string }) => sendReply({ commentId, comment }),
    async (client, { comment }) => {
      const draft = draftOf(me, comment);
      const undo = await show(client, mediaId, {
        comments: (shown) =>
          shown.map((one) =>
            one.id === commentId ? { ...one, replies: [...one.replies, draft], replyTotal: one.replyTotal + 1 } : one,
          ),
      });
      client.setQueryData<ReplyPages>(
        repliesKey(mediaId, commentId),
        (old) =>
          old && {
            ...old,
            pages: old.pages.map((page, at) =>
              at === old.pages.length - 1 ? { ...page, replies: [...page.replies, draft] } : page,
            ),
          },
      );
      return undo;
    },
  );

/** @param parentId for a reply, the comment that it answers */
export const useDeleteComment = (mediaId: string) =>
  useChange(
    mediaId,
    ({ id }: { id: string; parentId: string | null }) => call(deleteComment, { params: { id } }),
    (client, { id, parentId }) => {
      const others = <T extends { id: string }>(shown: T[]) => shown.filter((one) => one.id !== id);
      return show(client, mediaId, {
        comments: (shown) =>
          others(shown).map((one) =>
            one.id === parentId ? { ...one, replies: others(one.replies), replyTotal: one.replyTotal - 1 } : one,
          ),
        replies: others,
        more: parentId === null ? -1 : 0,
      });
    },
  );

export const useFlagComment = (mediaId: string) =>
  useChange(
    mediaId,
    ({ id }: { id: string }) => call(flagComment, { params: { id } }),
    (client, { id }) => {
      const flagged = <T extends CommentReply>(one: T): T => (one.id === id ? { ...one, flagged: true } : one);
      return show(client, mediaId, {
        comments: (shown) => shown.map((one) => ({ ...flagged(one), replies: one.replies.map(flagged) })),
        replies: (shown) => shown.map(flagged),
      });
    },
  );
