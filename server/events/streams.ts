import type { ServerResponse } from 'node:http';
import { ServerEvent } from '@scoville/contract/events.ts';
import * as z from 'zod';

/** Streams of one account in one process: one for each of its tabs that somebody sees, on all of its devices. */
export const STREAMS_OF_ONE = 6;
/** Milliseconds between two signs of life: what stands between cuts a connection that is silent for a minute or two. */
export const HEARTBEAT = 25_000;
/** Bytes that may wait for a reader before it is given up; it comes back and reads everything again. */
const WAITING = 64 * 1024;
/** Milliseconds until a browser whose stream broke comes back, at least; at most twice that, so that not all come at once. */
const RETRY = 3000;

interface Stream {
  userId: string;
  to: ServerResponse;
  heart: NodeJS.Timeout;
  /** A sign of life, or the end where the reader's session is over. */
  beat: () => Promise<void>;
}

/** The open answers of this process, in the form of https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export class Streams {
  readonly #open = new Set<Stream>();

  get size(): number {
    return this.#open.size;
  }

  isFull(userId: string): boolean {
    return this.#of(userId).length >= STREAMS_OF_ONE;
  }

  /**
   * Keeps an answer whose head is written open until the reader leaves or `stillSignedIn`, asked at every heartbeat and by
   * `check`, says no.
   */
  add(userId: string, to: ServerResponse, stillSignedIn: () => Promise<boolean>): void {
    const beat = async () => {
      if (await stillSignedIn()) this.#write(stream, ':\n\n');
      else this.#end(stream);
    };
    const stream: Stream = { userId, to, beat, heart: setInterval(() => void beat(), HEARTBEAT) };
    this.#open.add(stream);
    to.once('close', () => this.#forget(stream));
    // A reader that resets its connection has left; `close` follows.
    to.on('error', () => to.destroy());
    this.#write(stream, `retry: ${Math.round(RETRY * (1 + Math.random()))}\n\n`);
  }

  /** To every stream of one account, or of all. */
  send(userId: string | 'everybody', event: ServerEvent): void {
    // Removes fields that the contract doesn't declare, as in replies, because the browser doesn't check events.
    const { name, data } = z.parse(ServerEvent, event);
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const stream of userId === 'everybody' ? [...this.#open] : this.#of(userId)) this.#write(stream, text);
  }

  /** Ends the streams of an account whose sessions are over. */
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
    // Whoever left before it was added is not heard of by `close` any more.
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
