import type { ServerEvent } from '@scoville/contract/events.ts';
import { expect } from 'vitest';
import { FakeEventSource } from './fake-event-source.ts';

/** The tab's stream of live events, once the page has opened it. */
export async function stream(): Promise<FakeEventSource> {
  const open = () => FakeEventSource.all.find(({ readyState }) => readyState === 1);
  await expect.poll(open, { message: 'the page follows live events' }).toBeDefined();
  return open() as FakeEventSource;
}

/** Sends a live event from the server to this tab. */
export async function sendLiveEvent({ name, data }: ServerEvent): Promise<void> {
  (await stream()).says(name, data);
}

/** A stream that the server accepts at once. */
export class AcceptedEventSource extends FakeEventSource {
  constructor(url: string) {
    super(url);
    queueMicrotask(() => this.readyState === 0 && this.opened());
  }
}
