import type { QueryClient } from '@tanstack/react-query';
import { followCommentEvents } from './comments/comments.events.ts';
import { connect } from './events/stream.ts';
import { followMediaEvents } from './media/media.events.ts';
import { followMessageEvents } from './messages/messages.events.ts';
import { followNotificationEvents } from './notifications/notifications.events.ts';
import { followUploadEvents } from './uploads/uploads.events.ts';

/** Every domain follows its live events, on the one stream of this tab; for somebody who is signed in. Returns what ends it. */
export function followLiveEvents(client: QueryClient): () => void {
  const ends = [
    followCommentEvents(client),
    followMediaEvents(client),
    followMessageEvents(client),
    followNotificationEvents(client),
    followUploadEvents(client),
    connect(),
  ];
  return () => ends.forEach((end) => end());
}
