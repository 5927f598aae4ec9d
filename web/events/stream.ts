import { type ServerEvent, events } from '@scoville/contract/events.ts';
import { useSyncExternalStore } from 'react';

type EventName = ServerEvent['name'];
type Handler<N extends EventName> = (data: Extract<ServerEvent, { name: N }>['data']) => void;

/** Milliseconds without an attempt after the server refused a stream, which the browser takes as final. */
const REFUSED_PAUSE = 30_000;
/** Milliseconds between two questions for what live events would tell: without the stream, and beside it. */
const POLLING = 4000;
const POLLING_BESIDE_STREAM = 30_000;

const handlers = new Map<EventName, Set<(data: never) => void>>();
const listeners = new Set<() => void>();

/** The tab's one stream. */
let source: EventSource | null = null;
let isOpen = false;
let nextAttempt: ReturnType<typeof setTimeout> | undefined;
let disconnect: (() => void) | null = null;

/**
 * Calls `handler` with every live event of that name; `resync` comes whenever some may have been missed, and each time
 * that the stream opens, as what happened before is not said on it. Returns what ends it.
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
  // The server has checked the data, as it does with replies.
  dispatch({ name: type, data: JSON.parse(data) } as ServerEvent);
}

function dispatch({ name, data }: ServerEvent): void {
  // A handler takes the data of the name under which it was registered.
  for (const handler of handlers.get(name) ?? []) (handler as (data: unknown) => void)(data);
}

/**
 * Keeps the tab's one stream open for as long as somebody sees the tab: over HTTP/1.1 a browser has six connections to us
 * for all of its tabs. Called again, it takes the place of the call before. Returns what ends it.
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
    // The browser itself comes back after a lost connection, and never after a refusal.
    if (opened.readyState !== EventSource.CLOSED) return;
    // That a session is over is for the next click to find, which leads to the login screen and back (ER-02).
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

/** Is the stream there, so that live events come? */
export const useIsStreamOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);

/** Milliseconds after which to ask for what live events tell: seldom while the stream is open, else every four seconds. */
export const usePollingInterval = (): number => (useIsStreamOpen() ? POLLING_BESIDE_STREAM : POLLING);
