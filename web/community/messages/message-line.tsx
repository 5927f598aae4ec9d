import type { Member, Message } from '@scoville/contract/community/messages/messages.ts';
import { memo } from 'react';
import { timeOrDayText } from '../../platform/lib/time-or-day-text.ts';
import { ReportButton } from '../reports/report-button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { messageText } from './convo-labels.ts';
import { SharedMedia, SharedZone } from './shared-cards.tsx';

interface MessageLineProps {
  message: Message;
  from: Member | undefined;
  isMine: boolean;
}

/** A message and the item shared with it. Memoized, so that it renders again only when it changes. */
export const MessageLine = memo(function MessageLine({ message, from, isMine }: MessageLineProps) {
  return (
    <li className={classNames('flex flex-col gap-1', isMine ? 'items-end' : 'items-start')}>
      <p className="text-caption text-muted">
        {isMine ? 'You' : <bdi>{from?.displayName ?? 'Deleted User'}</bdi>},{' '}
        <time dateTime={message.createdAt}>{timeOrDayText(message.createdAt)}</time>
      </p>
      <div
        className={classNames(
          'max-w-[min(80%,560px)] rounded-control px-3.5 py-2.5',
          isMine ? 'bg-raised' : 'border border-line',
        )}
      >
        <p
          dir="auto"
          className={classNames('wrap-anywhere whitespace-pre-line', message.text === '' && 'italic opacity-80')}
        >
          {messageText(message)}
        </p>
        {message.sharesMedia && <SharedMedia media={message.media} />}
        {message.zone && <SharedZone zone={message.zone} />}
      </div>
      {!isMine && <ReportButton what={{ kind: 'message', id: message.id, ownerId: message.from }} label="Report" />}
    </li>
  );
});
