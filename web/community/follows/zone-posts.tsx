import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { Post } from '@scoville/contract/community/follows/posts.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkedText } from '../comments/linked-text.tsx';
import { showFailure } from '../../platform/lib/fail.ts';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { dayText, momentText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { ErrorState } from '../../platform/ui/states.tsx';
import { postPages, useDeletePost } from './posts.calls.ts';

const PostDialog = openedPart(async () => ({ default: (await import('./post-dialog.tsx')).PostDialog }));

/** A musician's posts, on the profile; renders nothing if there are none. The musician can write a post here. */
export function ZonePosts({ musician, isOwner }: { musician: MusicianRef; isOwner: boolean }) {
  const { productName } = useSettings();
  const list = useInfiniteQuery(postPages(musician.id));
  const posts = list.data?.pages.flatMap((page) => page.posts) ?? [];
  if (posts.length === 0 && !isOwner) return null;
  return (
    <section aria-label="News" className="mb-6 flex flex-col gap-3">
      {isOwner && list.data && <Write musicianId={musician.id} nextAt={list.data.pages[0]?.nextAt ?? null} />}
      {posts.length > 0 && (
        <ul aria-label="News" className="flex flex-col gap-3">
          {posts.map((post) => (
            <li key={post.id} className="max-w-3xl rounded-cover border border-line bg-surface p-4">
              <PostCard post={post} musicianId={musician.id} />
            </li>
          ))}
        </ul>
      )}
      {list.isError && !list.data && (
        <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />
      )}
      <NextPage list={list} label="More news" size="small" className="self-start" />
    </section>
  );
}

/** The button for a new post, or the time from which the next one is allowed. */
function Write({ musicianId, nextAt }: { musicianId: string; nextAt: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button disabled={nextAt !== null} onClick={() => setOpen(true)}>
        Tell your followers
      </Button>
      {nextAt !== null && (
        <p className="text-caption text-muted">You can post once every seven days. Next post: {momentText(nextAt)}.</p>
      )}
      {isOpen && <PostDialog musicianId={musicianId} onClose={close} onFailed={close} />}
    </div>
  );
}

function PostCard({ post, musicianId }: { post: Post; musicianId: string }) {
  const { productName } = useSettings();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeletePost(musicianId);
  const close = () => setAsking(false);
  return (
    <>
      <div className="mb-1 flex items-center justify-between gap-2">
        <time dateTime={post.createdAt} className="text-caption text-muted">
          {dayText(post.createdAt)}
        </time>
        {post.can.delete && (
          <Button size="small" variant="plain" className="-my-2" onClick={() => setAsking(true)}>
            Delete
          </Button>
        )}
      </div>
      <LinkedText text={post.text} />
      {isAsking && (
        <ConfirmDialog
          title="Delete this post?"
          confirm="Delete"
          danger
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(post.id, { onSuccess: close, onError: (error) => showFailure(error, productName) })
          }
          onClose={close}
        >
          <p>
            It is removed from your profile and your followers’ notifications. Emails already sent cannot be recalled.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
