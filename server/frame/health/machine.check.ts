import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Env, childEnv } from '../../platform/env.ts';
import { type Concern, ffmpegWarnings } from '../../pipeline/ffmpeg/checks/concerns.ts';
import { findTools } from '../../pipeline/ffmpeg/run/tools.ts';
import { endOfLife } from './ages.ts';
import { type Check, type Result, fail, ok, warn } from './check.ts';

const execute = promisify(execFile);

/** The Node version that runs the product. */
export const nodeCheck = (version = process.versions.node): Check => ({
  part: 'node',
  run: () => {
    const end = endOfLife('node', version);
    const isOld = end !== null && end < new Date().toISOString().slice(0, 10);
    return Promise.resolve([
      isOld
        ? warn(`Node ${version} has been out of support since ${end}.`, 'Install the newest version of the product.')
        : ok(`Node ${version}.`),
    ]);
  },
});

/** The encoders for songs, videos and pictures. */
const ENCODERS = ['libx264', 'aac', 'libopus', 'mjpeg'];

/** The steps for concerns whose text doesn't end with one. */
const ADVICE: Partial<Record<Concern['name'], string>> = {
  'ffmpeg-missing': 'Install ffmpeg (on Debian: apt-get install ffmpeg), or name it in FFMPEG_PATH and FFPROBE_PATH.',
  'ffmpeg-colours': 'Install an ffmpeg with zscale (libzimg).',
};

function resultOf({ name, text }: Concern): Result {
  const [about = text, step] = text.split(/ What to do: | (?=Install a newer one)/);
  return (name === 'ffmpeg-missing' ? fail : warn)(about, ADVICE[name] ?? capitalized(step ?? about));
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Checks whether ffmpeg is installed, its age, its encoders and its sandbox. For workers' machines. */
export const ffmpegCheck = (env: Pick<Env, 'FFMPEG_PATH' | 'FFPROBE_PATH'>): Check => ({
  part: 'ffmpeg',
  patience: 120_000,
  run: async () => {
    const concerns = await ffmpegWarnings(env);
    const found = concerns.map(resultOf);
    if (concerns.some(({ name }) => name === 'ffmpeg-missing')) return found;
    return [...(await encodersOf(env)), ...found];
  },
});

async function encodersOf(env: Pick<Env, 'FFMPEG_PATH' | 'FFPROBE_PATH'>): Promise<Result[]> {
  const { ffmpeg, version, sandbox } = await findTools({ ffmpeg: env.FFMPEG_PATH, ffprobe: env.FFPROBE_PATH });
  const { stdout } = await execute(ffmpeg, ['-hide_banner', '-encoders'], {
    timeout: 10_000,
    maxBuffer: 4 * 1024 * 1024,
    env: childEnv(),
  });
  const missing = ENCODERS.filter((name) => !new RegExp(`^ \\S+ ${name} `, 'm').test(stdout));
  const about = `ffmpeg ${version}, ${sandbox.isolation.kind === 'none' ? 'without isolation' : 'isolated'}.`;
  return missing.length === 0
    ? [ok(about)]
    : [
        fail(
          `ffmpeg ${version} cannot encode ${missing.join(', ')}: files wait and cannot be processed.`,
          'Install an ffmpeg that has them; Debian’s has.',
        ),
      ];
}
