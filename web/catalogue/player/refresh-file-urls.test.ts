import { media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, call } from '../../platform/lib/call.ts';
import { placeholderTrack } from './queue/placeholder-track.ts';
import { refreshFileUrls } from './refresh-file-urls.ts';

vi.mock(import('../../platform/lib/call.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));
afterEach(() => vi.unstubAllGlobals());

const EARLY = '/files/zz.signature/media/m/v/e/early.m3u8';
const MASTER = '/files/zz.signature/media/m/v/master.m3u8';
const source = (url: string) => ({ url, type: '', codecs: '', bitrate: null, width: null, height: null });

interface Served {
  sources: string[];
  /** Only returned by the endpoint for the full media item; null when the item is gone. */
  stage?: string | null;
  /** Seconds of each segment written so far. */
  written?: number[];
  isWhole?: boolean;
}

/** The result for a track that should continue at this second and has this address loaded. */
async function told(served: Served, at = 0, loaded: string | null = null) {
  const media = { ...placeholderTrack('a'), sources: served.sources.map(source) };
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
  const event = await refreshFileUrls('a', { urlOf: ({ sources }) => sources[0]?.url ?? null, at, loaded });
  return event.type === 'refreshed' ? (event.media?.sources[0]?.url ?? 'gone') : event;
}
const preparing = (readsOn: boolean) => ({ type: 'preparing', id: 'a', readsOn });

it('a track without sources is preparing while its processing runs, and unavailable otherwise', async () => {
  for (const stage of ['Queued', 'Checking', 'Transcoding'])
    expect(await told({ sources: [], stage }, 10, EARLY)).toEqual(preparing(false));
  for (const stage of ['Failed', null]) expect(await told({ sources: [], stage })).toBe('gone');
  expect(await told({ sources: [MASTER] })).toBe(MASTER);
});

it('a growing video continues if enough of it is written, and is preparing otherwise', async () => {
  const sources = [EARLY];
  expect(await told({ sources, written: [5, 5] }, 3)).toBe(EARLY);
  expect(await told({ sources, written: [5, 5] }, 8)).toEqual(preparing(false));
  expect(await told({ sources, written: [5, 5], isWhole: true }, 8)).toBe(EARLY);
  // The playlist is deleted shortly before the media item shows the change.
  expect(await told({ sources }, 3)).toEqual(preparing(false));
});

it('a loaded source is extended automatically, unless the processing was restarted', async () => {
  const served = { sources: [EARLY], written: [5, 5] };
  expect(await told(served, 9, EARLY)).toEqual(preparing(true));
  expect(await told(served, 9, EARLY.replace('zz.signature', 'yy.other'))).toEqual(preparing(true));
  expect(await told(served, 9, EARLY.replace('/e/', '/before/'))).toEqual(preparing(false));
});
