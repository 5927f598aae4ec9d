import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, type Limits } from '@scoville/contract/accounts/plans.ts';
import { workOf } from '../ffmpeg/checks/cost.ts';
import type { Probe } from '../ffmpeg/inspect/probe.ts';
import { SHORT_WORK, budgetOf, fitsShortLane, checkedBudget } from './budget.ts';

const limits = (maxMinutes: number, maxVideoMinutes: number): Limits => ({
  ...(DEFAULT_PLANS[0]?.limits as Limits),
  maxMinutes,
  maxVideoMinutes,
});
const song = (duration: number | null, demuxer: Probe['demuxer'] = 'flac'): Probe => ({
  kind: 'song',
  demuxer,
  duration,
  sound: { index: 0, codec: 'flac', sampleRate: 44_100, channels: 2, bits: 16, lossless: true, end: null },
  picture: null,
});
const video = (duration: number | null, width: number, height: number, frameRate: number): Probe => ({
  ...song(duration, 'mov'),
  kind: 'video',
  picture: {
    index: 1,
    codec: 'h264',
    width,
    height,
    frameRate,
    rotation: 0,
    hdr: false,
    interlaced: false,
    wide: null,
    matrix: null,
    end: null,
  },
});

describe('F18 the budget of a plan', () => {
  it('limits the minutes of any recording, and of a video by the size and rate of its picture', () => {
    const of = (probe: Probe) => budgetOf(limits(60, 20), probe).seconds / 60;
    expect(of(song(100))).toBe(60);
    expect(of(video(100, 1920, 1080, 30))).toBe(20);
    expect(of(video(100, 1920, 1080, 60))).toBe(10);
    expect(of(video(100, 3840, 2160, 60))).toBe(2.5);
    expect(of(video(100, 640, 360, 30))).toBe(60);
  });

  it('is checked before any work begins, and the refusal names the limit and what to do', () => {
    const refusal = (probe: Probe) => {
      try {
        checkedBudget(limits(60, 20), probe);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    };
    // One second more is tolerated.
    for (const seconds of [3600, 3601]) expect(refusal(song(seconds))).toBeNull();
    expect(refusal(song(3602))).toBe(
      'This recording is longer than the 60 minutes that your plan allows. Cut it into shorter parts and upload them one by one.',
    );
    expect(refusal(video(1200, 1920, 1080, 30))).toBeNull();
    expect(refusal(video(1202, 1920, 1080, 30))).toBe(
      'This video is longer than the 20 minutes that your plan allows at 1920 by 1080 pixels and 30 frames per second. Export it shorter or with a smaller picture.',
    );
    expect(refusal(video(200, 7680, 4320, 60))).toBe(
      'This video is longer than the 37 seconds that your plan allows at 7680 by 4320 pixels and 60 frames per second. Export it shorter or with a smaller picture.',
    );
    // A film of 3 hours 54 minutes in 48 MB that occupied a worker for hours.
    expect(refusal(video(14_040, 1920, 1080, 30))).not.toBeNull();
    // The duration of an MP3 is an estimate, and a file without a duration is stopped at the limit.
    expect(refusal(song(40_000, 'mp3'))).toBeNull();
    expect(refusal(song(null))).toBeNull();
  });

  it('is returned for a file within the limit, and named in the error’s detail for a longer one', () => {
    expect(checkedBudget(limits(60, 20), song(3600))).toEqual(budgetOf(limits(60, 20), song(3600)));
    expect(() => checkedBudget(limits(60, 20), song(3602))).toThrow(
      expect.objectContaining({ code: 'too-long', detail: '3602 s of 3600' }),
    );
  });

  it('blames the picture only if a smaller one would be accepted', () => {
    const refusalOf = (probe: Probe) => budgetOf(limits(60, 20), probe).tooLong;
    const recording =
      'This recording is longer than the 60 minutes that your plan allows. Cut it into shorter parts and upload them one by one.';
    for (const probe of [song(100), video(100, 640, 360, 30), video(100, 960, 720, 30)])
      expect(refusalOf(probe)).toBe(recording);
    expect(refusalOf(video(100, 960, 721, 30))).toBe(
      'This video is longer than the 59 minutes that your plan allows at 960 by 721 pixels and 30 frames per second. Export it shorter or with a smaller picture.',
    );
  });

  it('allows a command ten minutes of processor time plus ten times the work', () => {
    expect(budgetOf(limits(60, 20), song(100)).cpuSeconds).toBe(1520);
    expect(budgetOf(limits(60, 20), video(100, 1920, 1080, 30)).cpuSeconds).toBe(12_940);
    expect(budgetOf(limits(100, 100), video(100, 1920, 1080, 30)).cpuSeconds).toBe(8 * 3600);
  });

  it('bounds the processor time of a command on every plan', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 100_000 }), (minutes, full) => {
        const { cpuSeconds } = budgetOf(limits(minutes, full), video(100, 1920, 1080, 30));
        expect(cpuSeconds).toBeGreaterThan(600);
        expect(cpuSeconds).toBeLessThanOrEqual(8 * 3600);
      }),
    );
    expect(budgetOf(limits(60, 20), video(100, 1920, 1080, 30)).cpuSeconds).toBeLessThan(4 * 3600);
  });

  it('accepts songs of an hour on every default plan, and grows with the plan', () => {
    const all = DEFAULT_PLANS.map((plan) => plan.limits);
    for (const [at, plan] of all.entries()) {
      expect(plan.maxMinutes).toBeGreaterThanOrEqual(Math.max(60, all[at - 1]?.maxMinutes ?? 0));
      expect(plan.maxVideoMinutes).toBeGreaterThan(all[at - 1]?.maxVideoMinutes ?? 0);
    }
  });
});

describe('F18 short work', () => {
  it('includes usual songs and clips, but no long video', () => {
    expect(fitsShortLane(song(10 * 60), 50_000_000)).toBe(true);
    expect(fitsShortLane(video(30, 1920, 1080, 30), 50_000_000)).toBe(true);
    expect(fitsShortLane(video(20 * 60, 1920, 1080, 30), 50_000_000)).toBe(false);
    expect(fitsShortLane(song(60 * 60), 50_000_000)).toBe(false);
  });

  it('is estimated from the bytes if the file does not state its duration', () => {
    expect(fitsShortLane(song(null), 5_000_000)).toBe(true);
    expect(fitsShortLane(song(null), 50_000_000)).toBe(false);
    expect(fitsShortLane(song(null), 2320 * 4000)).toBe(true);
    expect(fitsShortLane(song(null), 2321 * 4000)).toBe(false);
    expect([2320, 2321].map((seconds) => fitsShortLane(song(seconds), 1))).toEqual([true, false]);
  });

  it('is measured by a value that grows with length, size and frame rate', () => {
    const side = fc.integer({ min: 16, max: 8000 });
    const rate = fc.integer({ min: 1, max: 240 });
    fc.assert(
      fc.property(side, side, rate, fc.integer({ min: 1, max: 20_000 }), (width, height, frameRate, seconds) => {
        const work = workOf(video(null, width, height, frameRate), seconds);
        expect(work).toBeGreaterThan(workOf(song(null), seconds));
        expect(workOf(video(null, width, height, frameRate), seconds + 1)).toBeGreaterThan(work);
        expect(workOf(video(null, width + 1, height, frameRate), seconds)).toBeGreaterThan(work);
        expect(workOf(video(null, width, height, frameRate + 1), seconds)).toBeGreaterThanOrEqual(work);
      }),
    );
    expect(SHORT_WORK).toBe(60);
  });
});
