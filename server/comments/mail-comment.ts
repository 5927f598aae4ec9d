import { sentence } from '@scoville/contract/isolated.ts';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { pathOfRow } from '../media/media.addresses.ts';
import { canSee } from '../media/media.policy.ts';
import type { MediaRow } from '../media/media.queries.ts';
import { type NotificationMail, notify } from '../notifications/notify.ts';
import { takeMailOfHour } from './comments.queries.ts';

interface Said {
  /** The comment's or reply's own id. */
  id: string;
  media: MediaRow;
  authorId: string;
  /** Whom it concerns: the owner of the media, or whoever is answered. */
  receiver: { id: string; displayName: string };
  words: string;
  isReply: boolean;
  /** It is shown to nobody else until its receiver approves it. */
  waits?: boolean;
}

/**
 * Tells the owner of a media about a comment, or an author about a reply; by mail once an hour for each media and receiver,
 * nobody about their own words, and nobody of a media that is hidden from them. Before the comment is written: its
 * transaction ends with that.
 */
export async function mailComment(
  app: App,
  tx: Tx,
  { id, media, authorId, receiver, words, isReply, waits = false }: Said,
): Promise<void> {
  if (receiver.id === authorId) return;
  // It may be hidden again since they wrote: its title is nobody else's business then, and its address answers 404.
  if (receiver.id !== media.musician_id && !canSee(null, media)) return;
  await notify(app, tx, {
    userId: receiver.id,
    kind: isReply ? 'reply' : 'comment',
    dedupeKey: `comment:${id}`,
    entry: {
      words: waits
        ? '{actor} commented on {media}: it waits for your approval'
        : isReply
          ? '{actor} replied to your comment on {media}'
          : '{actor} commented on {media}',
      actorId: authorId,
      mediaId: media.id,
      // What is held is no comment yet.
      ...(waits ? {} : { commentId: id }),
    },
    mail: async () =>
      (await takeMailOfHour(tx, media.id, receiver.id))
        ? writeCommentMail(app, tx, { media, authorId, receiver, words, isReply, waits })
        : null,
  });
}

async function writeCommentMail(
  app: App,
  tx: Tx,
  { media, authorId, receiver, words, isReply, waits = false }: Omit<Said, 'id'>,
): Promise<NotificationMail> {
  const [author] = await tx<{ name: string }[]>`select display_name as name from users where id = ${authorId}`;
  const name = author?.name ?? '';
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
  const { commentMail } = await import('./comment.template.ts');
  return {
    subject: sentence`${name} ${isReply ? 'replied to your comment' : 'commented'} on ${media.title}`,
    template: (stop) =>
      commentMail({
        product: app.env.PRODUCT_NAME,
        name: receiver.displayName,
        author: name,
        title: media.title,
        words,
        isReply,
        waits,
        mediaUrl: app.env.PUBLIC_URL + pathOfRow(media),
        stop,
      }),
  };
}
