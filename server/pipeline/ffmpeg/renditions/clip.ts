import { type Rung, fraction } from './ladder.ts';
import type { Output } from './outputs.ts';
import { collect } from '../run/collect.ts';
import { compareWithSource } from '../checks/timeline.ts';
import type { Made } from '../checks/verify.ts';
import { dependency } from '../run/run-all.ts';
import { type VideoJob, videoPlanOf, runPlan } from './video-job.ts';
import { SOUND_RATE } from './video-plan.ts';

/**
 * Makes a progressive MP4 of the largest rung, with its sound, and compares it with its source. It is encoded like the
 * HLS files, so it has their codecs. Throws ProcessingError.
 */
export async function makeClip(job: VideoJob, codecs: string | null): Promise<Made & { output: Output }> {
  const plan = videoPlanOf(job);
  const encoded = await runPlan(job, plan.clipArgs);
  const name = 'clip.mp4';
  const rung = plan.rungs[0] as Rung;
  const streams = encoded.written.map(({ type, packets, frames, samples }) => {
    const rate = type === 'video' ? fraction(plan.frameRate) : SOUND_RATE;
    return { type, packets, rate, duration: (type === 'video' ? frames : samples) / rate };
  });
  const source = await dependency(job.signal, job.source);
  const { isDamaged } = encoded;
  for (const { type, duration } of streams)
    compareWithSource(source, { name, type: type === 'video' ? 'picture' : 'sound', duration, isDamaged });
  const measured = await collect(job, name);
  const duration = Math.max(...streams.map((stream) => stream.duration));
  const output: Output = {
    name,
    role: 'mp4',
    mime: 'video/mp4',
    codecs,
    bitrate: Math.round((measured.bytes * 8) / duration),
    width: rung.width,
    height: rung.height,
    duration,
    ...measured,
  };
  return { output, expected: { name, demuxer: 'mov', streams }, media: measured };
}
