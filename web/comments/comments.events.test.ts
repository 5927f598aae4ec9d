import { commentReplies, comments } from '@scoville/contract/comments.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../events/fake-event-source.ts';
import { connect } from '../events/stream.ts';
import { keyOf } from '../lib/query.ts';
import { followCommentEvents } from './comments.events.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  FakeEventSource.all.length = 0;
  vi.unstubAllGlobals();
});

it('comments are read again when others come or go under their media, and after some may have been missed', async () => {
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  const client = new QueryClient();
  const [mediaId, otherId] = ['0195b0c0-0000-7000-8000-000000000001', '0195b0c0-0000-7000-8000-000000000002'];
  const ofMedia = (id: string) => keyOf(comments, { params: { mediaId: id } });
  const replies = keyOf(commentReplies, { params: { commentId: mediaId } });
  const fill = () => {
    for (const key of [ofMedia(mediaId), ofMedia(otherId), replies]) client.setQueryData(key, {});
  };
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  ends.push(followCommentEvents(client), connect());
  const [source] = FakeEventSource.all;
  fill();
  source?.says('comments', { mediaIds: [mediaId] });
  expect([isOld(ofMedia(mediaId)), isOld(ofMedia(otherId)), isOld(replies)]).toEqual([true, false, true]);
  fill();
  source?.says('resync', {});
  expect([isOld(ofMedia(mediaId)), isOld(ofMedia(otherId)), isOld(replies)]).toEqual([true, true, true]);
});
