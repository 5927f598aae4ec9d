import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ProcessingError } from './processing-error.ts';
import { type Conversion, convert } from './convert.ts';
import { type OnStage, type Progress, beginTranscoding } from './stages.ts';
import { measureDuration, measurePlayed } from './inspect/measure-duration.ts';
import { type Probe, probe } from './inspect/probe.ts';
import { makeReadable } from './run/make-readable.ts';
import type { Budget } from './checks/cost.ts';
import type { Converted } from './renditions/outputs.ts';
import { sniffFile } from './inspect/sniff.ts';
import { type Tags, readTags } from './inspect/tags.ts';

export interface Result extends Converted {
  probe: Probe;
  /** Cleaned. The cover is an upload like any other and goes through `makeSquares`. */
  tags: Tags;
  /** Why the tags could not be read, for the log. */
  tagsProblem: string | null;
}

export interface ProcessJob extends Omit<Conversion, keyof Progress> {
  /** Absolute path. The file's type is not derived from its name. */
  input: string;
  /** Absolute path of an existing folder for this job only, which the caller removes. */
  workDir: string;
  onStage: OnStage;
  /** Called with the file's tags, as soon as they are read. The result waits for the promise. */
  onTags?: (tags: Tags) => Promise<void>;
}

const WITHOUT_LIMITS: Budget = { seconds: 4 * 3600, cpuSeconds: 8 * 3600 };

/**
 * Turns a file into playable outputs: detects its type, converts it, analyses it, and opens every output again. Throws
 * ProcessingError, whose message is for the musician and whose detail is for the log.
 */
export async function processFile(job: ProcessJob): Promise<Result> {
  const { tools, signal } = job;
  if ((await stat(job.input)).size === 0) throw new ProcessingError('empty', 'no bytes');
  const sniffed = await sniffFile(job.input);
  if (sniffed === null) throw new ProcessingError('not-media', 'no known magic bytes');
  const [folder, out] = [join(job.workDir, 'decoding'), join(job.workDir, 'out')];
  for (const path of [folder, out]) await mkdir(path, { recursive: true });
  const path = await makeReadable(tools.sandbox, job.input, folder);
  const tagging = readTags(job.input, sniffed.mime, signal).then(async (read) => {
    await job.onTags?.(read.tags);
    return read;
  });
  // The tags are read while the file is converted; this function waits for both.
  const settled = Promise.allSettled([tagging]);
  try {
    const probeResult = await probe(tools, sniffed.demuxer, path, folder, signal);
    const reading = { tools, path, folder, signal };
    const duration = probeResult.duration || (await measureDuration(probeResult, reading));
    const { probed, budget } = await judged(job.judge, { ...probeResult, duration }, (one) =>
      measurePlayed(one, reading),
    );
    const progress = beginTranscoding(job.onStage);
    const file = { path, demuxer: sniffed.demuxer, folder, out, probed, budget };
    const made = await convert({ ...job, ...progress }, file);
    const { tags, problem: tagsProblem } = await tagging;
    return { ...made, probe: probed, tags, tagsProblem };
  } finally {
    await settled;
  }
}

/**
 * The budget of a file, judged by its claims. A file that claims to be too long is measured before it is refused, and
 * judged by the measured length. Throws the error of `judge`.
 */
async function judged(
  judge: ProcessJob['judge'],
  probed: Probe,
  measure: (probed: Probe) => Promise<number | null>,
): Promise<{ probed: Probe; budget: Budget }> {
  try {
    return { probed, budget: judge?.(probed) ?? WITHOUT_LIMITS };
  } catch (error) {
    if (judge === undefined || !(error instanceof ProcessingError) || error.code !== 'too-long') throw error;
    const played = await measure(probed);
    if (played === null) throw error;
    const known = { ...probed, duration: played };
    return { probed: known, budget: judge(known) };
  }
}
