import { IngestReport } from '@scoville/contract/pipeline/processing.ts';
import { describe, expect, it } from 'vitest';
import type { Analysis } from '../inspect/analyse.ts';
import type { SoundStream } from '../inspect/probe.ts';
import { reportOn } from './report.ts';

const GOOD: Analysis = {
  duration: 200,
  integratedLufs: -14,
  rangeLu: 6,
  truePeakDbtp: -1.2,
  clippedRuns: 0,
  leadingSilence: 0.1,
  trailingSilence: 1.5,
  sameChannels: false,
  bandwidthEdge: null,
  peaks: [],
};
const FLAC: SoundStream = {
  index: 0,
  codec: 'flac',
  sampleRate: 44_100,
  channels: 2,
  bits: 16,
  lossless: true,
  end: null,
};
const codes = (analysis: Partial<Analysis>, sound: Partial<SoundStream> = {}): string[] =>
  reportOn({ ...GOOD, ...analysis }, { ...FLAC, ...sound }).findings.map(({ code }) => code);

describe('reportOn', () => {
  it('reports no findings for a good master', () => {
    expect(codes({})).toEqual([]);
  });

  it.each<[string, Partial<Analysis>, Partial<SoundStream>, string]>([
    ['a very loud song', { integratedLufs: -6 }, {}, 'too-loud'],
    ['a quiet song', { integratedLufs: -27 }, {}, 'too-quiet'],
    ['peaks between the samples', { truePeakDbtp: 0.4 }, {}, 'true-peak'],
    ['clipping', { clippedRuns: 40 }, {}, 'clipping'],
    ['silence at the start', { leadingSilence: 3 }, {}, 'leading-silence'],
    ['silence at the end', { trailingSilence: 9 }, {}, 'trailing-silence'],
    ['equal channels', { sameChannels: true }, {}, 'mono-as-stereo'],
    ['missing high frequencies', { bandwidthEdge: 16_100 }, {}, 'maybe-lossy'],
  ])('advises on %s', (_, analysis, sound, code) => {
    expect(codes(analysis, sound)).toEqual([code]);
  });

  it('doesn’t suspect an openly lossy file of being lossy, nor a mono file of being mono', () => {
    expect(codes({ bandwidthEdge: 16_000, sameChannels: true }, { lossless: false, channels: 1 })).toEqual([]);
  });

  it('reports only that silence is silent', () => {
    const silence = { integratedLufs: null, truePeakDbtp: null, leadingSilence: 200, trailingSilence: 200 };
    expect(codes(silence)).toEqual(['silent']);
  });

  it('matches the contract, says "may" about a lossy past, and ends every sentence', () => {
    const everything = {
      integratedLufs: -5.04,
      truePeakDbtp: 1,
      clippedRuns: 99,
      leadingSilence: 5,
      trailingSilence: 9,
    };
    const report = reportOn({ ...GOOD, ...everything, sameChannels: true, bandwidthEdge: 16_000 }, FLAC);
    expect(IngestReport.parse(report)).toEqual(report);
    expect(report.findings).toHaveLength(7);
    for (const { advice } of report.findings) expect(advice).toMatch(/^[A-Z][^.]*(\.\d[^.]*)*\.$/);
    expect(report.findings.find(({ code }) => code === 'maybe-lossy')?.advice).toContain('may have been');
  });
});
