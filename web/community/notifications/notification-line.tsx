import type { Notification } from '@scoville/contract/community/notifications/notifications.ts';
import { timeOrDayText } from '../../platform/lib/time-or-day-text.ts';
import { SmallCover } from '../../pipeline/images/small-cover.tsx';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { BellIcon } from '../../platform/ui/icons.tsx';

/** The text of a notification, with the picture of the user who caused it, or else of its subject. */
export function NotificationLine({ notification }: { notification: Notification }) {
  const { text, excerpt, actor, media, createdAt, isRead } = notification;
  return (
    <>
      <span className="size-10 flex-none">
        {actor !== null ? (
          <Avatar name={actor.displayName} image={actor.profileImg} className="size-10" />
        ) : media !== null ? (
          <SmallCover media={media} size={200} className="size-10 rounded-control!" />
        ) : (
          <span className="grid size-10 place-items-center rounded-full bg-raised">
            <BellIcon />
          </span>
        )}
      </span>
      <span className="min-w-0 grow">
        <span className={classNames('block wrap-anywhere', !isRead && 'font-[650]')}>{text}</span>
        {excerpt !== null && <bdi className="block truncate text-caption text-muted">{excerpt}</bdi>}
        <span className="tabular block text-caption text-muted">{timeOrDayText(createdAt)}</span>
      </span>
      {!isRead && (
        <span className="mt-1 size-2.5 flex-none self-start rounded-full bg-ember">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </>
  );
}
