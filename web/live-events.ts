import type { QueryClient } from '@tanstack/react-query';
import { followCommentEvents } from './comments/comments.events.ts';
import { connect } from './events/stream.ts';
import { followMediaEvents } from './media/media.events.ts';
import { followMessageEvents } from './messages/messages.events.ts';
import { followNotificationEvents } from './notifications/notifications.events.ts';
import { followUploadEvents } from './uploads/uploads.events.ts';

/**
 * Subscribes every domain to its live events, on the tab's single stream, for a signed-in account. Returns a function
 * that unsubscribes.
 */
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
