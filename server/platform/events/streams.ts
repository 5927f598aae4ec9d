import type { ServerResponse } from 'node:http';
import { ServerEvent } from '@scoville/contract/events.ts';
import * as z from 'zod';

/** Most streams of one account in one process: one for each of its visible tabs, on all devices. */
export const STREAMS_OF_ONE = 6;
/** Milliseconds between two heartbeats. Proxies cut connections that are silent for a minute or two. */
export const HEARTBEAT = 25_000;
/**
 * Most bytes that wait for a slow reader. Beyond it, the stream is closed, and the client reconnects and refetches
 * everything.
 */
const WAITING = 64 * 1024;
/**
 * Minimum milliseconds until a browser reconnects. The actual time is up to twice that, so that not all browsers
 * reconnect at once.
 */
const RETRY = 3000;

interface Stream {
  userId: string;
  to: ServerResponse;
  heart: NodeJS.Timeout;
  /** Sends a heartbeat, or ends the stream if the reader's session has ended. */
  beat: () => Promise<void>;
}

/**
 * The open streams of this process, in the format of https://html.spec.whatwg.org/multipage/server-sent-events.html.
 */
export class Streams {
  readonly #open = new Set<Stream>();

  get size(): number {
    return this.#open.size;
  }

  isFull(userId: string): boolean {
    return this.#of(userId).length >= STREAMS_OF_ONE;
  }

  /**
   * Keeps an answer, whose head has been written, open until the reader disconnects or `stillSignedIn` returns false.
   * That is called at every heartbeat and by `check`.
   */
  add(userId: string, to: ServerResponse, stillSignedIn: () => Promise<boolean>): void {
    const beat = async () => {
      if (await stillSignedIn()) this.#write(stream, ':\n\n');
      else this.#end(stream);
    };
    const stream: Stream = { userId, to, beat, heart: setInterval(() => void beat(), HEARTBEAT) };
    this.#open.add(stream);
    to.once('close', () => this.#forget(stream));
    // A reader that resets its connection has disconnected; `close` follows.
    to.on('error', () => to.destroy());
    this.#write(stream, `retry: ${Math.round(RETRY * (1 + Math.random()))}\n\n`);
  }

  /** Sends an event to every stream of one account, or of all accounts. */
  send(userId: string | 'everybody', event: ServerEvent): void {
    // Removes fields that the contract doesn't declare, as in replies, because the browser doesn't check events.
    const { name, data } = z.parse(ServerEvent, event);
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const stream of userId === 'everybody' ? [...this.#open] : this.#of(userId)) this.#write(stream, text);
  }

  /** Ends the streams of an account whose sessions have ended. */
  async check(userId: string): Promise<void> {
    await Promise.all(this.#of(userId).map((stream) => stream.beat()));
  }

  endAll(): void {
    for (const stream of this.#open) this.#end(stream);
  }

  #of(userId: string): Stream[] {
    return [...this.#open].filter((stream) => stream.userId === userId);
  }

  #write(stream: Stream, text: string): void {
    // A reader that disconnected before its stream was added emits no `close` any more.
    if (stream.to.writableEnded || stream.to.destroyed) this.#forget(stream);
    else if (stream.to.writableLength > WAITING) {
      this.#forget(stream);
      stream.to.destroy();
    } else stream.to.write(text);
  }

  #end(stream: Stream): void {
    this.#forget(stream);
    stream.to.end();
  }

  #forget(stream: Stream): void {
    clearInterval(stream.heart);
    this.#open.delete(stream);
  }
}
