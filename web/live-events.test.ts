import { media } from '@scoville/contract/catalogue/media/media.ts';
import { uploadProgress } from '@scoville/contract/catalogue/uploads.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeEventSource } from './testkit/fake-event-source.ts';
import { keyOf, meQuery } from './platform/lib/query.ts';
import { followLiveEvents } from './live-events.ts';
import { ownMediaQuery } from './catalogue/media/media.calls.ts';
import { unreadQuery } from './community/notifications/inbox.calls.ts';

const [ID, OTHER, OWNER] = [1, 2, 3].map((n) => `0195b0c0-0000-7000-8000-00000000000${n}`) as [string, string, string];
const KEYS = {
  uploads: keyOf(uploadProgress),
  ownList: ownMediaQuery(OWNER, { filter: '', page: 1, every: 4000 }).queryKey,
  own: keyOf(media, { params: { id: ID } }),
  others: keyOf(media, { params: { id: OTHER } }),
  me: meQuery().queryKey,
};

let client: QueryClient;
let end: () => void;
const stale = () =>
  Object.entries(KEYS).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []));

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  client = new QueryClient();
  client.setQueryData(KEYS.uploads, { progress: [{ media: { id: ID }, stage: 'Queued', progress: 0 }], total: 1 });
  client.setQueryData(KEYS.ownList, { media: [{ id: ID, stage: 'Queued', progress: 0 }], total: 1 } as never);
  client.setQueryData(KEYS.own, { id: ID, stage: 'Queued', progress: 0, can: { edit: true } });
  client.setQueryData(KEYS.others, { id: OTHER, stage: 'Complete', replacement: null, can: { edit: false } });
  client.setQueryData(KEYS.me, { id: OWNER } as never);
  end = followLiveEvents(client);
});
afterEach(() => {
  end();
  FakeEventSource.all.length = 0;
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('refetches the data that missed events may have changed, and no other data', () => {
  FakeEventSource.all[0]?.opened();
  expect(stale()).toEqual(['uploads', 'ownList', 'own']);
});

it('updates an upload and its media item everywhere', () => {
  const moved = { stage: 'Transcoding', progress: 41 };
  FakeEventSource.all[0]?.says('media', { id: ID, ...moved, replaces: false });
  expect([KEYS.uploads, KEYS.ownList, KEYS.own].map((key) => client.getQueryData(key))).toEqual([
    { progress: [{ media: { id: ID }, ...moved }], total: 1 },
    { media: [{ id: ID, ...moved }], total: 1 },
    { id: ID, ...moved, can: { edit: true } },
  ]);
  expect(stale()).toEqual([]);
});

it('keeps the count of an event if an older read of the count ends after it', async () => {
  const answers: ((count: object) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push((count) => resolve(Response.json(count)))));
  const bell = new QueryObserver(client, unreadQuery());
  const leave = bell.subscribe(() => {});
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  FakeEventSource.all[0]?.says('notifications', { unread: 3 });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.({ count: 0 });
  answers[1]?.({ count: 3 });
  const seen: (number | undefined)[] = [];
  await vi.waitFor(() => {
    seen.push(bell.getCurrentResult().data?.count);
    expect(client.isFetching()).toBe(0);
  });
  expect(new Set([...seen, bell.getCurrentResult().data?.count])).toEqual(new Set([3]));
  leave();
});

it('ER-02 changes nothing if the server refuses the stream of an ended session; the next call detects that', () => {
  FakeEventSource.all[0]?.failed(true);
  expect(stale()).toEqual([]);
});

it('ends with the session: closes the stream, and ignores late events', () => {
  const [source] = FakeEventSource.all;
  end();
  expect(source?.readyState).toBe(FakeEventSource.CLOSED);
  source?.opened();
  source?.says('media', { id: ID, stage: 'Complete', progress: 100, replaces: false });
  expect(stale()).toEqual([]);
});
