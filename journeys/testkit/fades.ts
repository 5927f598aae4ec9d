import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWav } from '../../fixtures/synth/wav.ts';
import { cutSignal } from './joint.ts';

/**
 * A song of noise and a song of a single tone, twelve seconds each. In a recording of both together, the share of each
 * can be measured.
 */
export interface NoiseAndTone {
  rate: number;
  noise: Float32Array;
  /** In hertz. */
  tone: number;
  paths: readonly [string, string];
}

export async function noiseAndTone(): Promise<NoiseAndTone> {
  const { rate, signal: noise } = cutSignal();
  const tone = 1000;
  const sine = Float32Array.from(noise, (_, n) => 0.5 * Math.sin((2 * Math.PI * tone * n) / rate));
  const folder = await mkdtemp(join(tmpdir(), 'scoville-fade-'));
  const write = async (name: string, part: Float32Array) => {
    const path = join(folder, name);
    await writeFile(path, encodeWav({ left: part, right: part }, rate));
    return path;
  };
  return { rate, noise, tone, paths: [await write('noise.wav', noise), await write('tone.wav', sine)] };
}

/**
 * A script that runs in a page before the page's own scripts. Records the mixed sound of all media elements in
 * `window.heard`.
 */
export const LISTEN_TO_ALL = `
  const play = HTMLMediaElement.prototype.play;
  const players = (window.players = new Set());
  const heard = (window.heard = []);
  // Before anything plays: an element that begins together with what it is heard by is heard late.
  const context = new AudioContext({ sampleRate: 48000 });
  const mix = context.createGain();
  mix.connect(context.destination);
  const code = 'registerProcessor("tap", class extends AudioWorkletProcessor {' +
    'process([input]) { if (input[0]) this.port.postMessage(input[0].slice()); return true; } })';
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  context.audioWorklet.addModule(url).then(() => {
    const tap = new AudioWorkletNode(context, 'tap');
    tap.port.onmessage = ({ data }) => heard.push(data);
    mix.connect(tap).connect(context.createGain()).connect(context.destination);
    return context.resume();
  });
  HTMLMediaElement.prototype.play = function () {
    if (!players.has(this)) {
      players.add(this);
      context.createMediaElementSource(this).connect(mix);
    }
    return play.call(this);
  };`;

/** A twentieth of a second of a recording: the power of the tone, and of everything else. */
interface Moment {
  tone: number;
  rest: number;
}

/** Splits a recording into moments. */
export function momentsOf({ rate, tone }: NoiseAndTone, heard: string): Moment[] {
  const bytes = Buffer.from(heard, 'base64');
  const length = rate / 20;
  const count = Math.floor(bytes.length / 2 / length);
  return Array.from({ length: count }, (_, moment) => {
    let [power, cosine, sine] = [0, 0, 0];
    for (let n = 0; n < length; n += 1) {
      const sample = bytes.readInt16LE((moment * length + n) * 2) / 32_768;
      const angle = (2 * Math.PI * tone * n) / rate;
      power += (sample * sample) / length;
      cosine += sample * Math.cos(angle);
      sine += sample * Math.sin(angle);
    }
    const own = 2 * ((cosine / length) ** 2 + (sine / length) ** 2);
    return { tone: own, rest: Math.max(0, power - own) };
  });
}
