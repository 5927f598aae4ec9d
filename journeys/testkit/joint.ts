import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomFrom } from '../../fixtures/random.ts';
import { encodeWav } from '../../fixtures/synth/wav.ts';

/** A signal cut in two, like music that continues from one song to the next. */
interface CutSignal {
  rate: number;
  signal: Float32Array;
  /** The index of the second half's first sample. */
  cut: number;
}

/**
 * Noise that is the same in every run and never repeats, so that the position of any recorded piece can be found. The
 * cut isn't at the end of a codec's frame.
 */
export function cutSignal(rate = 48_000): CutSignal {
  const cut = rate * 6 + 137;
  const random = randomFrom('joint');
  let [one, two] = [0, 0];
  const signal = Float32Array.from({ length: rate * 12 }, () => {
    // Filter out the highest frequencies, which codecs drop.
    one += 0.5 * (random.range(-1, 1) - one);
    two += 0.5 * (one - two);
    return two;
  });
  return { rate, signal, cut };
}

/** Writes each half into a file of its own. Returns the paths. */
export async function writeHalves({ rate, signal, cut }: CutSignal): Promise<[string, string]> {
  const folder = await mkdtemp(join(tmpdir(), 'scoville-joint-'));
  const write = async (name: string, part: Float32Array) => {
    const path = join(folder, name);
    await writeFile(path, encodeWav({ left: part, right: part }, rate));
    return path;
  };
  return [await write('one.wav', signal.subarray(0, cut)), await write('two.wav', signal.subarray(cut))];
}

/** The body of a function for the page: records the player's sound from now on. `arguments[0]` is the sample rate. */
export const LISTEN = `
  const [rate] = arguments;
  const context = new AudioContext({ sampleRate: rate });
  const code = 'registerProcessor("tap", class extends AudioWorkletProcessor {' +
    'process([input]) { if (input[0]) this.port.postMessage(input[0].slice()); return true; } })';
  const heard = (window.heard = []);
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  return context.audioWorklet.addModule(url).then(() => {
    const tap = new AudioWorkletNode(context, 'tap');
    tap.port.onmessage = ({ data }) => heard.push(data);
    context.createMediaElementSource(document.querySelector('video')).connect(tap).connect(context.destination);
    return context.resume();
  });`;

/** The same: returns the recording so far, as 16-bit samples in base64. */
export const HEARD = `
  const parts = window.heard;
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) for (const value of part) samples[at++] = Math.max(-1, Math.min(1, value)) * 32767;
  const bytes = new Uint8Array(samples.buffer);
  let text = '';
  for (let n = 0; n < bytes.length; n += 32768) text += String.fromCharCode(...bytes.subarray(n, n + 32768));
  return btoa(text);`;

/**
 * Measures the joint in a recording: the timing error in milliseconds (positive for a gap, negative if something is
 * missing), and the longest silence there.
 */
export function measure({ signal, cut, rate }: CutSignal, heard: string): { error: number; silence: number } {
  const bytes = Buffer.from(heard, 'base64');
  const samples = Float32Array.from({ length: bytes.length / 2 }, (_, n) => bytes.readInt16LE(n * 2) / 32_768);
  const piece = 512;
  const near = Math.round(rate / 5);
  const [before, after] = [cut - near - piece, cut + near];
  const first = placeOf(signal, before, piece, samples, 0, samples.length - piece);
  const expected = first + after - before;
  const second = placeOf(signal, after, piece, samples, expected - rate / 2, expected + rate / 2);
  let [longest, run] = [0, 0];
  for (let n = first; n < second; n += 1) {
    run = Math.abs(samples[n] ?? 0) < 1e-4 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return { error: ((second - expected) / rate) * 1000, silence: (longest / rate) * 1000 };
}

/** Finds the position in `samples` where a piece of the signal is. Throws if no position is a clear match. */
function placeOf(signal: Float32Array, at: number, piece: number, samples: Float32Array, from: number, to: number) {
  let [best, place] = [-1, -1];
  const end = Math.min(to, samples.length - piece);
  for (let start = Math.max(0, Math.round(from)); start < end; start += 1) {
    let [product, power, own] = [0, 1e-9, 1e-9];
    for (let n = 0; n < piece; n += 1) {
      const [one, other] = [signal[at + n] ?? 0, samples[start + n] ?? 0];
      product += one * other;
      power += other * other;
      own += one * one;
    }
    const likeness = product / Math.sqrt(power * own);
    if (likeness <= best) continue;
    [best, place] = [likeness, start];
  }
  if (best < 0.8) throw new Error(`The signal is not in what was heard (likeness ${best.toFixed(2)}).`);
  return place;
}
