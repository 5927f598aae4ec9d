import { type ServerEvent, events } from '@scoville/contract/events.ts';
import { useSyncExternalStore } from 'react';

type EventName = ServerEvent['name'];
type Handler<N extends EventName> = (data: Extract<ServerEvent, { name: N }>['data']) => void;

/** Milliseconds until the next attempt after the server refused a stream. The browser doesn't retry after a refusal. */
const REFUSED_PAUSE = 30_000;
/** Milliseconds between two polls for the data of live events: without the stream, and while the stream is open. */
const POLLING = 4000;
const POLLING_BESIDE_STREAM = 30_000;

const handlers = new Map<EventName, Set<(data: never) => void>>();
const listeners = new Set<() => void>();

/** The one stream of this tab. */
let source: EventSource | null = null;
let isOpen = false;
let nextAttempt: ReturnType<typeof setTimeout> | undefined;
let disconnect: (() => void) | null = null;

/**
 * Calls `handler` with every live event of that name. `resync` is sent when events may have been missed, and each time
 * the stream opens, because it doesn't send earlier events. Returns a function that removes the handler.
 */
export function on<N extends EventName>(name: N, handler: Handler<N>): () => void {
  const sameName = handlers.get(name) ?? new Set();
  if (!handlers.has(name)) {
    handlers.set(name, sameName);
    source?.addEventListener(name, receive);
  }
  sameName.add(handler);
  return () => {
    sameName.delete(handler);
    if (sameName.size === 0) handlers.delete(name);
  };
}

function receive({ type, data }: MessageEvent<string>): void {
  // The server has validated the data, as it does for responses.
  dispatch({ name: type, data: JSON.parse(data) } as ServerEvent);
}

function dispatch({ name, data }: ServerEvent): void {
  // A handler accepts the data of the name under which it was registered.
  for (const handler of handlers.get(name) ?? []) (handler as (data: unknown) => void)(data);
}

/**
 * Keeps the tab's one stream open while the tab is visible: over HTTP/1.1, a browser has only six connections to our
 * server for all tabs. A second call replaces the first. Returns a function that closes the stream.
 */
export function connect(): () => void {
  disconnect?.();
  const follow = () => {
    if (document.hidden) close();
    else if (source === null) open();
  };
  const end = () => {
    if (disconnect !== end) return;
    disconnect = null;
    document.removeEventListener('visibilitychange', follow);
    close();
  };
  disconnect = end;
  document.addEventListener('visibilitychange', follow);
  follow();
  return end;
}

function open(): void {
  const opened = new EventSource(events.path);
  source = opened;
  opened.addEventListener('open', () => {
    setOpen(true);
    dispatch({ name: 'resync', data: {} });
  });
  opened.addEventListener('error', () => {
    setOpen(false);
    // The browser reconnects after a lost connection, but never after a refusal.
    if (opened.readyState !== EventSource.CLOSED) return;
    // An expired session is left to the next click, which sends the user to the login screen and back (ER-02).
    nextAttempt = setTimeout(open, REFUSED_PAUSE);
  });
  for (const name of handlers.keys()) opened.addEventListener(name, receive);
}

function close(): void {
  clearTimeout(nextAttempt);
  source?.close();
  source = null;
  setOpen(false);
}

function setOpen(now: boolean): void {
  if (isOpen === now) return;
  isOpen = now;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the stream is open, so that live events arrive. */
export const useIsStreamOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);

/** Milliseconds between polls for the data of live events: rarely while the stream is open, else every four seconds. */
export const usePollingInterval = (): number => (useIsStreamOpen() ? POLLING_BESIDE_STREAM : POLLING);
