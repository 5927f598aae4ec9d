import { join } from 'node:path';
import { dependency } from '../run/run-all.ts';
import { follow } from '../run/follow.ts';
import { splitPieces } from './fragments.ts';
import { fraction } from './ladder.ts';
import type { GrowingTrack, VideoJob } from './video-job.ts';
import { SOUND_NAME, type VideoPlan } from './video-plan.ts';

/**
 * Minimum length of a video that can be watched early (seconds, as the file claims); a shorter one is finished before
 * anyone would watch it.
 */
const WORTHWHILE = 20;

/**
 * Passes the first rendition on while it is being written.
 * @param made the finished picture and sound, each when its command is done
 */
export async function streamGrowing(
  job: VideoJob,
  plan: VideoPlan,
  made: { first: Promise<unknown>; sound: Promise<unknown> },
): Promise<void> {
  if (job.onGrowing === undefined || (job.claimedSeconds ?? 0) < WORTHWHILE) return;
  const track = (name: string, whole: Promise<unknown>): GrowingTrack => {
    const paths = [join(job.out, `${name}.mp4`), join(job.folder, `${name}.mp4`)];
    return {
      pieces: splitPieces(follow(paths, whole, job.signal)),
      whole: async () => (await dependency(job.signal, whole)) !== null,
    };
  };
  const { width, height, maxRate, name } = plan.first;
  await job.onGrowing({
    width,
    height,
    maxRate,
    frameRate: fraction(plan.frameRate),
    picture: track(`v${name}`, made.first),
    sound: plan.soundArgs === null ? null : track(SOUND_NAME, made.sound),
  });
}
