import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useId, useRef } from 'react';
import { isNotFound } from '../../platform/lib/conflicts.ts';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { numberText } from '../../platform/lib/format.ts';
import { readClock, timeText, useClock } from '../../catalogue/player/clock.ts';
import { useIsInPlayer } from '../../catalogue/player/player.ts';
import { Button } from '../../platform/ui/button.tsx';
import { CloseIcon } from '../../platform/ui/icons.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { CommentForm } from './comment-form.tsx';
import { HeldComments } from './held-comments.tsx';
import { CommentThread } from './comment-thread.tsx';
import { commentPages, isDraft, useAddComment, useCommentsInterval } from './comments.calls.ts';
import { useCommentDraft } from './drafts.ts';

/** The comments on a song or video, and a box for a new one. Visitors get a link to the login. */
export function CommentSection({ media }: { media: MediaSummary & { commentCount?: number } }) {
  const me = useMe();
  const heading = useId();
  const typedIn = useRef(false);
  return (
    <section aria-labelledby={heading} className="flex max-w-[68ch] flex-col gap-5">
      <h2 className="text-title">
        <span id={heading}>Comments</span>
        {media.commentCount ? (
          <span className="tabular ml-2.5 font-normal text-muted">{numberText(media.commentCount)}</span>
        ) : null}
      </h2>
      {me === null && (
        <p>
          <Link to="/login" className="underline underline-offset-[3px]">
            Sign in
          </Link>{' '}
          to comment and to reply.
        </p>
      )}
      {/* The key gives the next song in the player a new box; a comment being sent still belongs to the previous song.
       */}
      {me && <NewComment key={`${me.id} ${media.id}`} media={media} me={me} typedIn={typedIn} />}
      {me && <HeldComments media={media} />}
      <Threads media={media} me={me ?? null} />
    </section>
  );
}

function NewComment({ media, me, typedIn }: { media: MediaSummary; me: Me; typedIn: RefObject<boolean> }) {
  const add = useAddComment(media.id, me);
  const [{ moment }, change] = useCommentDraft(me.id, media.id);
  const setMoment = (chosen: number | null) => change(() => ({ moment: chosen }));
  const isHeard = useIsInPlayer(media.id);
  const send = async (comment: string) => {
    setMoment(null);
    try {
      await add.mutateAsync({ comment, moment });
    } catch (error) {
      // The moment is put back with the failed text, unless the user has chosen another one in the meantime.
      change((since) => ({ moment: since.moment ?? moment }));
      throw error;
    }
  };
  return (
    <CommentForm
      accountId={me.id}
      about={media.id}
      label="Add a comment"
      send="Comment"
      typedIn={typedIn}
      onSend={send}
    >
      {moment !== null ? (
        <span className="tabular flex items-center text-caption">
          At {timeText(moment)}
          <IconButton label="Remove the timestamp" onClick={() => setMoment(null)}>
            <CloseIcon className="size-[18px]" />
          </IconButton>
        </span>
      ) : (
        isHeard && <ThisMoment onChoose={() => setMoment(Math.floor(readClock().position))} />
      )}
    </CommentForm>
  );
}

function ThisMoment({ onChoose }: { onChoose: () => void }) {
  const { position } = useClock();
  return (
    <Button variant="plain" size="small" className="tabular" onClick={onChoose}>
      Comment at {timeText(position)}
    </Button>
  );
}

function Threads({ media, me }: { media: MediaSummary; me: Me | null }) {
  const { productName } = useSettings();
  const list = useInfiniteQuery(commentPages(media.id, useCommentsInterval()));
  if (list.isPending)
    return (
      <Loading label="Loading the comments">
        <Skeleton className="h-16 w-full" />
      </Loading>
    );
  if (isNotFound(list.error))
    return <EmptyState>{`This ${media.mediaType} was removed, or is not public any more.`}</EmptyState>;
  if (list.isError && !list.data)
    return <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />;
  const shown = list.data.pages.flatMap((page) => page.comments);
  if (shown.length === 0) return <EmptyState>Nobody has commented yet.</EmptyState>;
  const remaining = (list.data.pages.at(-1)?.total ?? 0) - shown.length;
  return (
    <>
      <ul aria-label="Comments" className="flex flex-col gap-5">
        {shown.map((comment) => (
          <li key={comment.id} className="flex flex-col gap-3">
            <CommentThread key={me?.id ?? ''} comment={comment} media={media} me={isDraft(comment) ? null : me} />
          </li>
        ))}
      </ul>
      <NextPage list={list} label={`Show More (${numberText(Math.max(1, remaining))})`} className="self-start" />
    </>
  );
}
