import { heldComments } from '@scoville/contract/community/comments/comment-rules.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../testkit/fake-event-source.ts';
import { connect } from '../../platform/events/stream.ts';
import { queryOf } from '../../platform/lib/query.ts';
import { commentPages, flaggedPages, momentsQuery, replyPages } from './comments.calls.ts';
import { followCommentEvents } from './comments.events.ts';

const [MEDIA, OTHER] = ['0195b0c0-0000-7000-8000-000000000001', '0195b0c0-0000-7000-8000-000000000002'] as const;
const COMMENT = '0195b0c0-0000-7000-8000-000000000003';

/** All queries that show comments of a song or video, by name. */
const shows = (mediaId: string) => ({
  comments: commentPages(mediaId, 0).queryKey,
  moments: momentsQuery(mediaId, 0).queryKey,
  replies: replyPages({ mediaId, commentId: COMMENT }, 0).queryKey,
  flagged: flaggedPages(mediaId).queryKey,
  held: queryOf(heldComments, { params: { mediaId } }).queryKey,
});

let client: QueryClient;
const ends: (() => void)[] = [];
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  client = new QueryClient();
  for (const key of [shows(MEDIA), shows(OTHER)].flatMap(Object.values)) client.setQueryData(key, {});
  ends.push(followCommentEvents(client), connect());
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  FakeEventSource.all.length = 0;
  vi.unstubAllGlobals();
});

/** The names of the song's or video's stale queries. */
const old = (mediaId: string): string[] =>
  Object.entries(shows(mediaId))
    .filter(([, key]) => client.getQueryState(key)?.isInvalidated)
    .map(([name]) => name);
const ALL = Object.keys(shows(MEDIA));

it('an event about comments refetches those of its song or video, and no others', () => {
  FakeEventSource.all[0]?.says('comments', { mediaIds: [MEDIA] });
  expect(old(MEDIA)).toEqual(ALL);
  expect(old(OTHER)).toEqual([]);
});

it('all queries that show comments are refetched after missed events', () => {
  FakeEventSource.all[0]?.says('resync', {});
  expect(old(MEDIA)).toEqual(ALL);
  expect(old(OTHER)).toEqual(ALL);
});
