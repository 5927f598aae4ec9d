import { type Analysis, Analyser } from './analyse.ts';
import { encode } from './encode.ts';
import { MediaError } from './media-error.ts';
import { checkLength } from './cost.ts';
import type { Budget, Output } from './process.ts';
import type { SoundStream } from './probe.ts';
import { planSong } from './song-plan.ts';
import type { Demuxer } from './sniff.ts';
import type { Tools } from './tools.ts';
import { type Folders, take } from './taken.ts';
import { verify } from './verify.ts';

/** Seconds under which there is nothing to play. */
export const SHORTEST = 0.05;
const CAPS = { addressSpace: 4 * 2 ** 30, fileSize: 2 ** 31 };
const HOUR = 3_600_000;

export interface SongJob extends Folders {
  tools: Tools;
  path: string;
  demuxer: Demuxer;
  sound: SoundStream;
  threads: number;
  budget: Budget;
  niceness: number;
  /** Seconds as the file says. */
  told: number | null;
  signal: AbortSignal;
  onTranscoding: (seconds: number) => void;
  /** Everything is written; the check of it begins. */
  onFinishing: () => void;
}

/** Converts and analyses a song in one decode, and decodes both outputs again. Throws MediaError. */
export async function makeSong(job: SongJob): Promise<{ analysis: Analysis; outputs: Output[] }> {
  const { tools, folder, out, signal, threads, budget, niceness } = job;
  const plan = planSong(job);
  const analyser = new Analyser(plan.rate);
  const encoded = await encode({
    tools,
    args: plan.args,
    caps: { ...CAPS, cpuSeconds: budget.cpuSeconds },
    niceness,
    readable: [job.path],
    folder,
    signal,
    timeout: HOUR,
    onProgress: (seconds) => {
      checkLength(budget, seconds);
      job.onTranscoding(seconds);
    },
    onPipe: (chunk) => analyser.add(chunk),
  });
  const analysis = analyser.result();
  if (analysis.duration < SHORTEST) throw tooShort(job, analysis.duration);
  job.onFinishing();
  const outputs = await Promise.all(
    plan.outputs.map(async (output, file): Promise<Output> => {
      const measured = await take(job, output.name);
      const { name, role, mime, codecs, demuxer } = output;
      const streams = encoded.written
        .filter((stream) => stream.file === file)
        .map(({ packets }) => ({ packets, rate: output.rate, duration: analysis.duration }));
      const expected = { name, demuxer, streams };
      const made = { expected, media: measured };
      // Everything is encoded by then: nobody of its own is in front of it.
      const opening = { tools, folder, out, threads, signal, timeout: HOUR, yields: niceness };
      const duration = await verify({ ...opening, ...made }).catch((error: unknown) => {
        const torn = encoded.changedMidway && error instanceof MediaError && error.code === 'output-damaged';
        throw torn ? new MediaError('changes-midway', error.detail, { cause: error }) : error;
      });
      const bitrate = Math.round((measured.bytes * 8) / duration);
      return { name, role, mime, codecs, bitrate, width: null, height: null, duration, ...measured };
    }),
  );
  return { analysis, outputs };
}

/** Why there is nothing to hear: what tells its length and gives no sound is not short, we just cannot read it. */
function tooShort({ told, sound }: SongJob, seconds: number): MediaError {
  const detail = `${seconds} s decoded of ${told}; ${sound.codec}, ${sound.bits} bits`;
  if (told === null || told < SHORTEST) return new MediaError('too-short', detail);
  // ffmpeg reads FLAC of 32 bits from version 6 on.
  return new MediaError((sound.bits ?? 0) > 24 ? 'too-many-bits' : 'unreadable', detail);
}
