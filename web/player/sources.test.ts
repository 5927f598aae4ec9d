import type { Source } from '@scoville/contract/media.ts';
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

  it('is the best that plays', () => {
    expect(chooseSource([OPUS, AAC], support(), 60)).toBe(OPUS);
    expect(chooseSource([OPUS, AAC], support({ plays: (type) => type === 'audio/mp4' }), 60)).toBe(AAC);
    expect(chooseSource([OPUS], support({ plays: () => false }), 60)).toBeNull();
    expect(chooseSource([], support(), 60)).toBeNull();
  });

  it('is AAC in Safari', () => {
    expect(chooseSource([OPUS, AAC], support({ prefersMp4: true }), 60)).toBe(AAC);
  });

  it('is HLS through hls.js even where the element says no, and the plain file for a very short clip', () => {
    const plays = (type: string) => type === 'video/mp4';
    expect(chooseSource([HLS, MP4], support({ plays }), 60)).toBe(HLS);
    expect(chooseSource([HLS, MP4], support({ plays }), 0.6)).toBe(MP4);
    expect(chooseSource([HLS, MP4], support({ plays, hls: false }), 60)).toBe(MP4);
  });
});
