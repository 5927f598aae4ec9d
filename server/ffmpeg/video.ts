import { type Analysis, Analyser } from './analyse.ts';
import { makeClip } from './clip.ts';
import type { Encoded } from './encode.ts';
import { type MadeHls, plainOutput, readHls, writeMaster } from './hls-outputs.ts';
import type { Rung } from './ladder.ts';
import { MediaError } from './media-error.ts';
import { POSTER_NAME, makePoster, makeSprite } from './pictures.ts';
import type { SoundStream } from './probe.ts';
import type { Output, Sprite } from './process.ts';
import { SHORTEST } from './song.ts';
import { type Task, together } from './together.ts';
import { type Expected, verify, verifyAsWritten } from './verify.ts';
import { TWELVE_HOURS, type VideoJob, runPlan, share } from './video-job.ts';
import { SOUND_RATE, SPRITE_NAME, type VideoPlan, planVideo, spriteGrid } from './video-plan.ts';

export interface MadeVideo {
  analysis: Analysis | null;
  /** Seconds of what is longer, picture or sound. */
  duration: number;
  sprite: Sprite;
  outputs: Output[];
}

/** HLS players stall on anything shorter, seconds. */
const TOO_SHORT_FOR_HLS = 1;
const FIRST_SHARE = 0.4;
/** Pixels of the poster's shorter side, where the source has them. */
const POSTER_SIDE = 720;

/** Converts a video, the smallest rendition first, and decodes everything again. Throws MediaError. */
export async function makeVideo(job: VideoJob): Promise<MadeVideo> {
  const plan = planVideo({ ...job, duration: job.told, canToneMap: job.tools.canToneMap });
  const analyser = job.sound === null ? null : new Analyser(SOUND_RATE);
  const first = await runPlan(job, plan.firstArgs, (seconds) => share(seconds, job) * FIRST_SHARE, analyser);
  if (job.sound !== null && isSilent(first, job.sound)) return makeVideo({ ...job, sound: null });

  const { folder, threads } = job;
  const [picture, ...sound] = await Promise.all([
    readHls(folder, plan.frameRate, first, 0, plan.first),
    ...(job.sound === null ? [] : [readHls(folder, plan.frameRate, first, 1, null)]),
  ]);
  const analysis = analyser?.result() ?? null;
  const pictureSeconds = picture.expected.streams[0]?.duration ?? 0;
  const duration = Math.max(pictureSeconds, analysis?.duration ?? 0);
  if (duration < SHORTEST / 2) throw new MediaError('too-short', `${duration} s decoded`);

  const pictures = { tools: job.tools, folder, threads, signal: job.signal, rung: plan.first };
  const grid = spriteGrid(pictureSeconds);
  if (grid.interval !== plan.sprite.interval) await makeSprite(pictures, grid);
  const count = Math.min(grid.columns * grid.rows, Math.ceil(pictureSeconds / grid.interval));
  const sprite: Sprite = { ...grid, name: SPRITE_NAME, count };
  const spriteOutput = await plainOutput(folder, SPRITE_NAME, 'sprite', null);
  const early = [picture, ...sound];
  const earlyMaster = await writeMaster(folder, 'first.m3u8', early, plan.frameRate, duration);
  await job.onPlayable({
    kind: 'video',
    width: plan.first.width,
    height: plan.first.height,
    duration,
    outputs: [...earlyMaster, spriteOutput],
    sprite,
  });

  const posterRung = plan.rungs.findLast(({ width, height }) => Math.min(width, height) >= POSTER_SIDE);
  const poster = posterRung ?? (plan.rungs[0] as Rung);
  const rest = await makeRest(job, plan, checking(job, early, 1), (signal) =>
    makePoster({ ...pictures, threads: 1, signal, rung: poster }, pictureSeconds),
  );
  const master = await writeMaster(folder, 'master.m3u8', [...rest, ...early], plan.frameRate, duration);
  const clip = duration < TOO_SHORT_FOR_HLS ? await makeClip(job, plan, master[0].codecs) : null;
  if (clip !== null) await together(job.signal, 1, checking(job, [clip], threads));
  return {
    analysis,
    duration,
    sprite,
    outputs: [
      ...(clip === null ? [] : [clip.output]),
      ...master,
      { ...(await plainOutput(folder, POSTER_NAME, 'poster', null)), width: poster.width, height: poster.height },
      spriteOutput,
    ],
  };
}

/**
 * Whether a track of sound is there in name only. Sound that is there and cannot be decoded is an error: nobody wants
 * their video published mute.
 */
function isSilent({ written, read }: Encoded, sound: SoundStream): boolean {
  if (written.some((stream) => stream.type === 'audio' && stream.samples > 0)) return false;
  const packets = read.find((stream) => stream.stream === sound.index)?.packets ?? 0;
  if (packets > 0) throw new MediaError('unreadable', `no sound from ${packets} packets of ${sound.codec}`);
  return true;
}

/**
 * The other renditions, each decoded again while it is written: the processors are not all busy, and only the last
 * segment is left when the encoder is done, beside which the picture is taken. Meanwhile what was there before is
 * checked.
 */
async function makeRest(
  job: VideoJob,
  plan: VideoPlan,
  checkEarly: readonly Task[],
  takePicture: Task,
): Promise<MadeHls[]> {
  const { folder, signal: whole } = job;
  const { restArgs, frameRate } = plan;
  if (restArgs === null) {
    await together(whole, job.threads, [...checkEarly, takePicture]);
    job.onFinishing(0);
    return [];
  }
  const rungs = plan.rungs.slice(0, -1);
  const written = Promise.withResolvers<MadeHls[]>();
  const write: Task = async (signal) => {
    const shareAt = (seconds: number): number => FIRST_SHARE + share(seconds, job) * (1 - FIRST_SHARE);
    const encoded = await runPlan({ ...job, signal }, restArgs, shareAt, null);
    written.resolve(await Promise.all(rungs.map((rung, at) => readHls(folder, frameRate, encoded, at, rung))));
    job.onFinishing(0);
    await takePicture(signal);
  };
  let checked = 0;
  const checks = rungs.map((rung, at): Task => async (signal) => {
    const made = written.promise.then((all) => all[at] as MadeHls);
    const name = `v${rung.name}.mp4`;
    await verifyAsWritten({ ...job, signal, threads: 1, name, demuxer: 'mov', made, timeout: TWELVE_HOURS });
    job.onFinishing((checked += 1) / (rungs.length + 1));
  });
  await together(whole, 1 + checks.length + checkEarly.length, [write, ...checks, ...checkEarly]);
  return written.promise;
}

/** The checks of what was written, each on `threads`. */
function checking(job: VideoJob, all: readonly { expected: Expected }[], threads: number): Task[] {
  return all.map(({ expected }) => async (signal: AbortSignal): Promise<void> => {
    await verify({ ...job, signal, threads, expected, timeout: TWELVE_HOURS });
  });
}
