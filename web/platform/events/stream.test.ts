import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../testkit/fake-event-source.ts';
import { connect, on } from './stream.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
const see = (seen: boolean) => {
  page.hidden = !seen;
  page.dispatchEvent(new Event('visibilitychange'));
};
const open = () => FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);
const ends: (() => void)[] = [];
const connected = () => {
  const end = connect();
  ends.push(end);
  return end;
};

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', page);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  expect(open()).toEqual([]);
  FakeEventSource.all.length = 0;
  page.hidden = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the stream of live events', () => {
  it('opens once per tab, however often it is requested', () => {
    const first = connected();
    connected();
    expect(open().map(({ url }) => url)).toEqual(['/api/events']);
    // Ending the first call does nothing, because the second call has replaced it.
    first();
    expect(open()).toHaveLength(1);
  });

  it('closes while the tab is hidden, and reopens when the tab is visible again', () => {
    page.hidden = true;
    connected();
    expect(FakeEventSource.all).toEqual([]);
    see(true);
    expect(open()).toHaveLength(1);
    see(true);
    expect(open()).toHaveLength(1);
    see(false);
    expect(open()).toEqual([]);
    see(true);
    expect([open().length, FakeEventSource.all.length]).toEqual([1, 2]);
  });

  it('ends permanently when the user signs out', () => {
    const end = connected();
    end();
    expect(open()).toEqual([]);
    see(false);
    see(true);
    expect(FakeEventSource.all).toHaveLength(1);
  });

  it('passes each event to all handlers of its name, and dispatches a resync each time it opens', () => {
    const heard: unknown[] = [];
    ends.push(
      on('media', (data) => heard.push(['one', data])),
      on('media', (data) => heard.push(['two', data])),
      on('resync', () => heard.push('resync')),
    );
    connected();
    const [source] = open();
    source?.opened();
    const data = { id: '0195b0c0-0000-7000-8000-000000000001', stage: 'Checking', progress: 1, replaces: false };
    source?.says('media', data);
    source?.says('resync', {});
    expect(heard).toEqual(['resync', ['one', data], ['two', data], 'resync']);
    source?.failed(false);
    source?.opened();
    expect(heard).toHaveLength(5);
    for (const end of ends.splice(0)) end();
    source?.says('media', data);
    expect(heard).toHaveLength(5);
  });

  it('passes events to handlers that are registered after the stream was opened', () => {
    connected();
    const heard: unknown[] = [];
    ends.push(on('resync', (data) => heard.push(data)));
    open()[0]?.says('resync', {});
    expect(heard).toEqual([{}]);
  });

  it('leaves a lost connection to the browser, and reopens 30 s after a refusal, unless the tab is hidden', () => {
    connected();
    FakeEventSource.all[0]?.failed(false);
    vi.advanceTimersByTime(60_000);
    expect(FakeEventSource.all).toHaveLength(1);
    FakeEventSource.all[0]?.failed(true);
    vi.advanceTimersByTime(29_999);
    expect(FakeEventSource.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeEventSource.all).toHaveLength(2);
    FakeEventSource.all[1]?.failed(true);
    see(false);
    vi.advanceTimersByTime(60_000);
    expect(FakeEventSource.all).toHaveLength(2);
  });
});
