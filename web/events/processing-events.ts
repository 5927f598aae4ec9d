import { ServerEvent, events } from '@scoville/contract/events.ts';
import { mediaOfUser } from '@scoville/contract/media-lists.ts';
import { type Media, media as mediaEndpoint } from '@scoville/contract/media.ts';
import { uploadProgress } from '@scoville/contract/uploads.ts';
import type { Reply } from '@scoville/contract/endpoint.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { keyOf } from '../lib/query.ts';

/** Milliseconds between two questions while something is processed: without the stream, and beside it. */
const EVERY = 4000;
const EVERY_BESIDE_STREAM = 30_000;
/** Milliseconds without an attempt after the server refused a stream, which the browser takes as final. */
const PAUSE = 30_000;

/** The tab's one stream: open while anything on the screen is processed. */
let source: EventSource | null = null;
let healthy = false;
let watchers = 0;
let again: ReturnType<typeof setTimeout> | undefined;
let follow = () => {};
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const isHealthy = () => healthy;
const setHealthy = (now: boolean) => {
  if (healthy === now) return;
  healthy = now;
  for (const listener of listeners) listener();
};

/**
 * While `active`, what is processed moves by the server's events in the cache. Returns the milliseconds after which to
 * ask all the same: seldom while the stream is open, every four seconds while it is not.
 */
export function useProcessingEvents(active: boolean): number {
  const client = useQueryClient();
  useEffect(() => {
    if (!active) return undefined;
    watchers += 1;
    if (watchers === 1) watch(client);
    return () => {
      watchers -= 1;
      if (watchers === 0) unwatch();
    };
  }, [active, client]);
  return useSyncExternalStore(subscribe, isHealthy) ? EVERY_BESIDE_STREAM : EVERY;
}

/** A tab that nobody sees has no stream: over HTTP/1.1 a browser has six connections to us for all of its tabs. */
function watch(client: QueryClient): void {
  follow = () => {
    if (document.hidden) close();
    else if (source === null) open(client);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
}

function unwatch(): void {
  document.removeEventListener('visibilitychange', follow);
  close();
}

function open(client: QueryClient): void {
  const opened = new EventSource(events.path);
  source = opened;
  // Nothing that happened before is said on it.
  opened.addEventListener('open', () => {
    setHealthy(true);
    readAgain(client);
  });
  opened.addEventListener('error', () => {
    setHealthy(false);
    if (opened.readyState !== EventSource.CLOSED) return;
    again = setTimeout(() => open(client), PAUSE);
  });
  const take = ({ type, data }: MessageEvent<string>) => {
    const event = ServerEvent.parse({ name: type, data: JSON.parse(data) });
    if (event.name === 'media') move(client, event.data);
    else readAgain(client);
  };
  for (const name of ['media', 'resync']) opened.addEventListener(name, take);
}

function close(): void {
  clearTimeout(again);
  source?.close();
  source = null;
  setHealthy(false);
}

const UPLOADS = keyOf(uploadProgress);
const LISTS = [mediaOfUser.path];

function readAgain(client: QueryClient): void {
  for (const queryKey of [UPLOADS, LISTS, [mediaEndpoint.path]]) void client.invalidateQueries({ queryKey });
}

/** Writes how far a media is where it is shown; its end brings more than a stage, so it is read. */
export function move(
  client: QueryClient,
  { id, stage, progress, replaces }: Extract<ServerEvent, { name: 'media' }>['data'],
): void {
  const one = keyOf(mediaEndpoint, { params: { id } });
  // Of a file that is to replace another the media shows how far it is, and goes on being what it was.
  const now = { stage, progress };
  const change = (media: Media): Media =>
    replaces ? { ...media, replacement: { ...now, error: null } } : { ...media, ...now };
  // A failure comes with its sentence, and only together with it.
  if (stage !== 'Failed') {
    client.setQueryData<Reply<typeof uploadProgress>>(
      UPLOADS,
      (old) =>
        old && {
          ...old,
          progress: old.progress.map((entry) => (entry.media?.id === id ? { ...entry, ...now } : entry)),
        },
    );
    if (stage !== 'Complete') {
      client.setQueryData<Reply<typeof mediaEndpoint>>(one, (old) => old && change(old));
      client.setQueriesData<Reply<typeof mediaOfUser>>(
        { queryKey: LISTS },
        (old) => old && { ...old, media: old.media.map((media) => (media.id === id ? change(media) : media)) },
      );
      return;
    }
  }
  for (const queryKey of [UPLOADS, LISTS, one]) void client.invalidateQueries({ queryKey });
}
