import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { splitArgs } from '../pipeline/ffmpeg/run/split-args.ts';

const execute = promisify(execFile);

/** Creates a folder for a test's files, in `inside` or the system's temporary folder. The test must remove it. */
export const newFolder = (inside = tmpdir()): Promise<string> => mkdtemp(join(inside, 'ffmpeg-test-'));

/** Creates a file with ffmpeg: `make(folder, 'a.wav', '-f lavfi -i sine=d=2')`; resolves with its path. */
export async function make(folder: string, name: string, line: string, ...more: string[]): Promise<string> {
  const path = join(folder, name);
  await execute('ffmpeg', [...splitArgs('-hide_banner -v error -y'), ...splitArgs(line), ...more, path]);
  return path;
}

/**
 * The arguments for a stereo sound of `seconds` with two different channels, one of them with a high tone in bursts.
 */
export const MUSIC = (seconds: number): string =>
  `-f lavfi -i aevalsrc=0.2*sin(2*PI*220*t)+0.1*sin(2*PI*3000*t)*lt(mod(t\\,0.5)\\,0.1)|0.25*sin(2*PI*330*t):s=44100:d=${seconds}`;

/** A moving test picture. */
export const PICTURE = (size: string, rate: number | string, seconds: number): string =>
  `-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`;
