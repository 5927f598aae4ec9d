import { media as mediaEndpoint } from '@scoville/contract/media.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, call } from '../lib/call.ts';
import { unread } from './queue/unread.ts';
import { refreshMediaUrls } from './refresh-media-urls.ts';

vi.mock(import('../lib/call.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));
afterEach(() => vi.unstubAllGlobals());

const EARLY = '/files/zz.signature/media/m/v/e/early.m3u8';
const MASTER = '/files/zz.signature/media/m/v/master.m3u8';
const source = (url: string) => ({ url, type: '', codecs: '', bitrate: null, width: null, height: null });

interface Served {
  sources: string[];
  /** Only the whole document says it; null when that is gone. */
  stage?: string | null;
  /** Seconds of each segment that there is. */
  written?: number[];
  isWhole?: boolean;
}

/** What the player is told of a track that is to go on at this second, and has this loaded. */
async function told(served: Served, at = 0, loaded: string | null = null) {
  const media = { ...unread('a'), sources: served.sources.map(source) };
  vi.mocked(call).mockImplementation(async (endpoint) => {
    if ((endpoint as unknown) !== mediaEndpoint) return { media: [media] } as never;
    if (served.stage === null) throw new ApiError(404, null, 'This media does not exist.');
    return { ...media, stage: served.stage } as never;
  });
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.endsWith('/early-picture.m3u8')) return new Response('#EXTM3U');
    if (served.written === undefined) return new Response(null, { status: 404 });
    const segments = served.written.map((seconds) => `#EXTINF:${seconds.toFixed(6)},\npicture-1.m4s\n`);
    return new Response(`#EXTM3U\n${segments.join('')}${served.isWhole ? '#EXT-X-ENDLIST\n' : ''}`);
  });
  const event = await refreshMediaUrls('a', { urlOf: ({ sources }) => sources[0]?.url ?? null, at, loaded });
  return event.type === 'refreshed' ? (event.media?.sources[0]?.url ?? 'gone') : event;
}
const preparing = (readsOn: boolean) => ({ type: 'preparing', id: 'a', readsOn });

it('a track without anything to play is being prepared while the work on it goes on, else it is gone', async () => {
  for (const stage of ['Queued', 'Checking', 'Transcoding'])
    expect(await told({ sources: [], stage }, 10, EARLY)).toEqual(preparing(false));
  for (const stage of ['Failed', null]) expect(await told({ sources: [], stage })).toBe('gone');
  expect(await told({ sources: [MASTER] })).toBe(MASTER);
});

it('what is written as it is played goes on where there is enough of it, and is waited for where there is not', async () => {
  const sources = [EARLY];
  expect(await told({ sources, written: [5, 5] }, 3)).toBe(EARLY);
  expect(await told({ sources, written: [5, 5] }, 8)).toEqual(preparing(false));
  expect(await told({ sources, written: [5, 5], isWhole: true }, 8)).toBe(EARLY);
  // Its playlist goes a moment before the media says so.
  expect(await told({ sources }, 3)).toEqual(preparing(false));
});

it('what is loaded of it reads on by itself, unless the work began anew', async () => {
  const served = { sources: [EARLY], written: [5, 5] };
  expect(await told(served, 9, EARLY)).toEqual(preparing(true));
  expect(await told(served, 9, EARLY.replace('zz.signature', 'yy.other'))).toEqual(preparing(true));
  expect(await told(served, 9, EARLY.replace('/e/', '/before/'))).toEqual(preparing(false));
});
