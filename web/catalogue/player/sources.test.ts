import type { Source } from '@scoville/contract/catalogue/media/media.ts';
import { describe, expect, it } from 'vitest';
import { type Support, chooseSource } from './sources.ts';

describe('the source', () => {
  const source = (type: string): Source => ({ url: type, type, codecs: '', bitrate: null, width: null, height: null });
  const OPUS = source('audio/webm');
  const AAC = source('audio/mp4');
  const HLS = source('application/vnd.apple.mpegurl');
  const MP4 = source('video/mp4');
  const support = (more: Partial<Support> = {}): Support => ({
    plays: () => true,
    hls: true,
    prefersMp4: false,
    ...more,
  });

  it('is the first source that the browser plays', () => {
    expect(chooseSource([OPUS, AAC], support())).toBe(OPUS);
    expect(chooseSource([OPUS, AAC], support({ plays: (type) => type === 'audio/mp4' }))).toBe(AAC);
    expect(chooseSource([OPUS], support({ plays: () => false }))).toBeNull();
    expect(chooseSource([], support())).toBeNull();
  });

  it('is AAC in Safari', () => {
    expect(chooseSource([OPUS, AAC], support({ prefersMp4: true }))).toBe(AAC);
  });

  it('is HLS through hls.js even if the element cannot play it, and the plain file of a very short clip', () => {
    const plays = (type: string) => type === 'video/mp4';
    expect(chooseSource([HLS], support({ plays }))).toBe(HLS);
    expect(chooseSource([MP4, HLS], support({ plays }))).toBe(MP4);
    expect(chooseSource([HLS], support({ plays, hls: false }))).toBeNull();
  });
});
