import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Analysis, Analyser, PEAKS, foldPeaks } from './analyse.ts';
import { make, newFolder } from '../../../testkit/make-files.ts';
import { splitArgs } from '../run/split-args.ts';

const execute = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

function analyse(bytes: Buffer, rate: number, chunk = 100_001): Analysis {
  const analyser = new Analyser(rate);
  for (let at = 0; at < bytes.length; at += chunk) analyser.add(bytes.subarray(at, at + chunk));
  return analyser.result();
}

const raw = async (name: string, line: string): Promise<Buffer> =>
  readFile(await make(folder, name, `${line} -ac 2 -c:a pcm_f32le -f f32le`));

/** The values in the summary of ffmpeg's own meter. */
async function meter(path: string, rate: number): Promise<{ i: number; lra: number; peak: number }> {
  const { stderr } = await execute('ffmpeg', [
    ...splitArgs(`-hide_banner -nostats -f f32le -ar ${rate} -ac 2 -i`),
    path,
    ...splitArgs('-af ebur128=peak=true:framelog=verbose -f null -'),
  ]);
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const value = (name: string): number => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`).exec(summary)?.[1]);
  return { i: value('I'), lra: value('LRA'), peak: value('Peak') };
}

const SIGNALS: [name: string, rate: number, source: string][] = [
  ['tone', 48_000, 'aevalsrc=0.3*sin(2*PI*997*t)|0.3*sin(2*PI*997*t):s=48000:d=10'],
  [
    'steps',
    44_100,
    'aevalsrc=(0.02+0.4*lt(mod(t\\,20)\\,10))*sin(2*PI*440*t)|(0.02+0.2*lt(mod(t\\,20)\\,10))*sin(2*PI*700*t):s=44100:d=40',
  ],
  ['noise', 44_100, 'anoisesrc=c=pink:a=0.6:r=44100:d=20:seed=7,aformat=channel_layouts=stereo'],
  [
    'between-samples',
    48_000,
    'aevalsrc=0.7*sin(2*PI*12000*t+PI/4)|0.5*sin(2*PI*6000*t+PI/8):s=48000:d=5,afade=d=1,afade=t=out:st=4:d=1',
  ],
  ['low-rate', 22_050, 'anoisesrc=c=brown:a=0.5:r=22050:d=15:seed=3,aformat=channel_layouts=stereo'],
  [
    'with-pauses',
    48_000,
    'aevalsrc=0.5*sin(2*PI*300*t)*lt(mod(t\\,5)\\,2)|0.4*sin(2*PI*310*t)*lt(mod(t\\,5)\\,2):s=48000:d=25',
  ],
];

describe('Analyser', () => {
  it.each(SIGNALS)('measures %s like ffmpeg’s ebur128', async (name, rate, source) => {
    const bytes = await raw(`${name}.f32`, `-f lavfi -i ${source}`);
    const expected = await meter(`${folder}/${name}.f32`, rate);
    const analysis = analyse(bytes, rate);
    expect(Math.abs((analysis.integratedLufs ?? 0) - expected.i)).toBeLessThan(0.11);
    expect(Math.abs((analysis.rangeLu ?? 0) - expected.lra)).toBeLessThan(0.3);
    expect(Math.abs((analysis.truePeakDbtp ?? 0) - expected.peak)).toBeLessThan(0.15);
    expect(analysis.duration).toBeCloseTo(bytes.length / 8 / rate, 6);
  });

  it('reads -23 LUFS from the tone of EBU Tech 3341, case 1', async () => {
    const amplitude = 10 ** (-23 / 20);
    const tone = `aevalsrc=${amplitude}*sin(2*PI*1000*t)|${amplitude}*sin(2*PI*1000*t):s=48000:d=20`;
    const analysis = analyse(await raw('ebu.f32', `-f lavfi -i ${tone}`), 48_000);
    expect(analysis.integratedLufs).toBeCloseTo(-23, 1);
  });

  it('does not depend on how the sound is cut into chunks', async () => {
    const bytes = await raw('chunks.f32', '-f lavfi -i anoisesrc=c=pink:a=0.9:r=44100:d=2:seed=1');
    const whole = analyse(bytes, 44_100, bytes.length);
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 70_000 }), (chunk) => {
        const parts = analyse(bytes, 44_100, chunk);
        expect(parts.integratedLufs).toBeCloseTo(whole.integratedLufs ?? 0, 9);
        expect({ ...parts, integratedLufs: 0 }).toEqual({ ...whole, integratedLufs: 0 });
      }),
      { numRuns: 12 },
    );
  });

  it('finds silence at both ends', async () => {
    const source =
      'aevalsrc=0.3*sin(2*PI*440*t)*between(t\\,1.5\\,4)|0.3*sin(2*PI*550*t)*between(t\\,1.5\\,4):s=44100:d=7';
    const analysis = analyse(await raw('gap.f32', `-f lavfi -i ${source}`), 44_100);
    expect(analysis.leadingSilence).toBeCloseTo(1.5, 2);
    expect(analysis.trailingSilence).toBeCloseTo(3, 2);
  });

  it('reports that digital silence cannot be measured', () => {
    const analysis = analyse(Buffer.alloc(44_100 * 8 * 2), 44_100);
    expect(analysis).toMatchObject({ integratedLufs: null, rangeLu: null, truePeakDbtp: null, sameChannels: false });
    expect(analysis).toMatchObject({ leadingSilence: 2, trailingSilence: 2, clippedRuns: 0, bandwidthEdge: null });
    expect(analysis.peaks).toEqual(Array.from({ length: PEAKS }, () => 0));
  });

  it('counts runs that were clipped at full scale, in each channel, but not a mere touch', async () => {
    const clipped = 'aevalsrc=clip(1.5*sin(2*PI*100*t)\\,-1\\,1)|0.5*sin(2*PI*100*t):s=44100:d=1';
    expect(analyse(await raw('clip.f32', `-f lavfi -i ${clipped}`), 44_100).clippedRuns).toBe(200);
    const touching = 'aevalsrc=0.9998*sin(2*PI*100*t)|0.5*sin(2*PI*100*t):s=44100:d=1';
    expect(analyse(await raw('touch.f32', `-f lavfi -i ${touching}`), 44_100).clippedRuns).toBe(0);
  });

  it('distinguishes equal channels from different channels', async () => {
    const same = await raw('same.f32', '-f lavfi -i anoisesrc=c=pink:a=0.5:r=44100:d=1:seed=5');
    expect(analyse(same, 44_100).sameChannels).toBe(true);
    const apart = await raw('apart.f32', '-f lavfi -i aevalsrc=0.3*sin(2*PI*440*t)|0.299*sin(2*PI*441*t):s=44100:d=1');
    expect(analyse(apart, 44_100).sameChannels).toBe(false);
  });

  it('finds the edge where an encoder cut the band, and none in noise that was never cut', async () => {
    const noise = '-f lavfi -i anoisesrc=c=white:a=0.5:r=44100:d=10:seed=9';
    expect(analyse(await raw('white.f32', noise), 44_100).bandwidthEdge).toBeNull();
    const lossy = await make(folder, 'cut.mp3', `${noise} -c:a libmp3lame -b:a 48k`);
    const edge = analyse(await raw('cut.f32', `-i ${lossy}`), 44_100).bandwidthEdge;
    expect(edge).toBeGreaterThan(9000);
    expect(edge).toBeLessThan(18_500);
  });

  it('survives samples that are not numbers', () => {
    const bytes = Buffer.alloc(8 * 44_100);
    bytes.writeFloatLE(Number.NaN, 800);
    bytes.writeFloatLE(Number.POSITIVE_INFINITY, 1600);
    bytes.writeFloatLE(0.5, 2400);
    const analysis = analyse(bytes, 44_100);
    expect(analysis.truePeakDbtp).toBeGreaterThan(-6.1);
    expect(analysis.truePeakDbtp).toBeLessThan(0);
  });

  it('draws a sound of any length as 800 values, of which the loudest is 255', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 1, maxLength: 3000 }), (slices) => {
        const peaks = foldPeaks(slices, PEAKS);
        expect(peaks).toHaveLength(PEAKS);
        expect(Math.min(...peaks)).toBeGreaterThanOrEqual(0);
        expect(Math.max(...peaks)).toBe(slices.some((slice) => slice > 0) ? 255 : 0);
      }),
    );
  });
});
