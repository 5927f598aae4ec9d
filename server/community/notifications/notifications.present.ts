import { mediaPath, profilePath } from '@scoville/contract/platform/http/addresses.ts';
import { isolated } from '@scoville/contract/platform/lib/isolated.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { Notification } from '@scoville/contract/community/notifications/notifications.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { presentList } from '../../catalogue/media/media.read.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import type { NotificationRow } from './notifications.queries.ts';

/** Maximum length of a comment's or post's excerpt in a notification (UTF-16 units). */
const EXCERPT = 160;
const UNSEEN = 'something that is not public any more';

/** Notifications as their receiver may see them. Their media items are read in one query. */
export async function presentNotifications(
  app: App,
  viewer: Actor,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const mediaIds = [...new Set(rows.flatMap(({ media_id }) => media_id ?? []))];
  const found = mediaIds.length === 0 ? [] : await presentList(app, viewer, mediaIds);
  const media = new Map(found.map((one) => [one.id, one]));
  return rows.map((row) => present(row, (row.media_id === null ? undefined : media.get(row.media_id)) ?? null));
}

function present(row: NotificationRow, media: MediaSummary | null): Notification {
  const { actor } = row;
  const names = { actor: actor?.display_name ?? 'Somebody', media: media?.title ?? UNSEEN };
  return {
    id: row.id,
    kind: row.kind,
    // Replaced in one pass, so that a name that looks like a placeholder isn't replaced, too.
    text: row.words.replaceAll(/\{\{|\{(actor|media)\}/g, (_, name?: keyof typeof names) =>
      name === undefined ? '{' : isolated(names[name]),
    ),
    excerpt: row.excerpt === null ? null : shorten(row.excerpt, EXCERPT),
    path: row.path ?? pathOf(row, media),
    actor: actor && presentMusician(actor),
    media,
    createdAt: row.created_at.toISOString(),
    isRead: row.read_at !== null,
  };
}

/** The path to the notification's media item, or else to the profile of the account that caused it. */
function pathOf({ media_id, actor }: NotificationRow, media: MediaSummary | null): string | null {
  if (media_id !== null) return media && mediaPath(media);
  return actor === null || actor.deleted ? null : profilePath(actor);
}
