import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { pathOfRow } from '../../catalogue/media/media.addresses.ts';
import { canSee } from '../../catalogue/media/media.policy.ts';
import type { MediaRow } from '../../catalogue/media/media.queries.ts';
import { type NotificationMail, notify } from '../notifications/notify.ts';
import { claimHourlyMail } from './comments.queries.ts';

interface Said {
  /** The comment's or reply's own id. */
  id: string;
  media: MediaRow;
  authorId: string;
  /** The user to notify: the owner of the media item, or the author being answered. */
  receiver: { id: string; displayName: string };
  words: string;
  isReply: boolean;
  /** Hidden from others until its receiver approves it. */
  waits?: boolean;
}

/**
 * Notifies the owner of a media item of a comment, or an author of a reply; by mail once an hour per media item and
 * receiver. Doesn't notify users of their own comments, or of a media item that is hidden from them. Call it before the
 * comment is written, which must be the last statement of the transaction.
 */
export async function mailComment(
  app: App,
  tx: Tx,
  { id, media, authorId, receiver, words, isReply, waits = false }: Said,
): Promise<void> {
  if (receiver.id === authorId) return;
  // The item may have been hidden since the receiver commented: its title is then private, and its address is a 404.
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
      // A held comment isn't in the comments table yet.
      ...(waits ? {} : { commentId: id }),
    },
    mail: async () =>
      (await claimHourlyMail(tx, media.id, receiver.id))
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
  // Imported only to write a mail: loading the mail components takes most of a second and would delay each start.
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
