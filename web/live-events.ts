import type { QueryClient } from '@tanstack/react-query';
import { followCommentEvents } from './community/comments/comments.events.ts';
import { connect } from './platform/events/stream.ts';
import { followMediaEvents } from './catalogue/media/media.events.ts';
import { followMessageEvents } from './community/messages/messages.events.ts';
import { followNotificationEvents } from './community/notifications/notifications.events.ts';
import { followReviewEvents } from './review/trail/trail.events.ts';
import { followUploadEvents } from './catalogue/uploads/uploads.events.ts';

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
    followReviewEvents(client),
    followUploadEvents(client),
    connect(),
  ];
  return () => ends.forEach((end) => end());
}
