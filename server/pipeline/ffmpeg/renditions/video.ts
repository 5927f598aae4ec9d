import { type Analysis, Analyser, loudnessOf } from '../inspect/analyse.ts';
import { makeClip } from './clip.ts';
import type { Encoded } from '../run/encode.ts';
import { streamGrowing } from './growing.ts';
import { type MadeHls, plainOutput, readHls, writeMaster } from './hls-outputs.ts';
import type { Rung } from './ladder.ts';
import { ProcessingError } from '../processing-error.ts';
import { collectPoster, makeCells, makePoster, tileSprite } from './poster-sprite.ts';
import type { SoundStream } from '../inspect/probe.ts';
import type { Output, Sprite } from './outputs.ts';
import { MIN_SECONDS } from './song.ts';
import { type Task, dependency, runAll } from '../run/run-all.ts';
import { compareWithSource } from '../checks/timeline.ts';
import { type Made, verify, verifyAsWritten } from '../checks/verify.ts';
import { EIGHT_HOURS, type VideoJob, videoPlanOf, runPlan } from './video-job.ts';
import { cellCount, spriteGrid } from './sprite-grid.ts';
import { POSTER_NAME, SOUND_RATE, SPRITE_NAME, type VideoPlan, posterFits } from './video-plan.ts';
import { NICENESS } from '../run/niceness.ts';

export interface MadeVideo {
  analysis: Analysis | null;
  /** Seconds of the picture or the sound, whichever is longer. */
  duration: number;
  sprite: Sprite;
  outputs: Output[];
}

/** Seconds. HLS players stall on anything shorter. */
const TOO_SHORT_FOR_HLS = 1;
/** The first rendition's share of the conversion in the reported progress. */
const FIRST_SHARE = 0.3;

/**
 * Converts a video and decodes every output again. The smallest rendition and the sound have priority and can soon be
 * played; the others begin at the same time with the remaining processor time. Throws ProcessingError.
 */
export async function makeVideo(job: VideoJob): Promise<MadeVideo> {
  const { folder, out } = job;
  const plan = videoPlanOf(job);
  const first = Promise.withResolvers<MadeHls[]>();
  const sound = Promise.withResolvers<MadeSound | null>();
  const rest = Promise.withResolvers<MadeHls[]>();
  const start = Promise.withResolvers<Start>();
  const sprite = Promise.withResolvers<[Sprite, Output]>();
  if (plan.restArgs === null) rest.resolve([]);

  const shares = { first: 0, rest: plan.restArgs === null ? 1 : 0 };
  const shareOf = (part: keyof typeof shares) => (share: number) => {
    shares[part] = share;
    job.onTranscoding(FIRST_SHARE * shares.first + (1 - FIRST_SHARE) * shares.rest);
  };
  const tasks: Task[] = [
    ...makeAndCheck(job, plan, first, { args: plan.firstArgs, rungs: [plan.first], onShare: shareOf('first') }),
    async (signal) => {
      const { soundArgs } = plan;
      const made = soundArgs === null ? null : await makeSound({ ...job, signal }, soundArgs, plan.frameRate);
      sound.resolve(made);
      await dependency(signal, start.promise);
      if (made !== null) await check({ ...job, signal }, made.hls);
    },
    (signal) => streamGrowing({ ...job, signal }, plan, { first: first.promise, sound: sound.promise }),
    async (signal) => {
      const [pictures, madeSound] = await dependency(signal, Promise.all([first.promise, sound.promise]));
      start.resolve(await announcePlayable({ ...job, signal }, plan, pictures[0] as MadeHls, madeSound));
    },
    async (signal) => {
      const { pictureSeconds } = await dependency(signal, start.promise);
      sprite.resolve(await makeSprite({ ...job, signal }, plan, pictureSeconds));
    },
    async (signal) => {
      const [{ pictureSeconds }] = await dependency(signal, Promise.all([start.promise, rest.promise]));
      job.onFinishing();
      const pictures = { tools: job.tools, niceness: job.niceness, folder, out, threads: 1, signal, rung: plan.poster };
      if (plan.restArgs === null || !posterFits(job.claimedSeconds, pictureSeconds))
        await makePoster(pictures, pictureSeconds);
      await collectPoster(job);
    },
    ...(plan.restArgs === null
      ? []
      : makeAndCheck(job, plan, rest, {
          args: plan.restArgs,
          rungs: plan.rungs.slice(0, -1),
          onShare: shareOf('rest'),
          niceness: NICENESS.background,
          after: sound.promise,
        })),
  ];
  await runAll(job.signal, tasks.length, tasks);

  const { analysis, duration, hls } = await start.promise;
  const [grid, spriteOutput] = await sprite.promise;
  const all = [...(await rest.promise), ...hls];
  const master = await writeMaster(out, 'master.m3u8', all, plan.frameRate, duration);
  const silent = { ...job, sound: analysis === null ? null : job.sound };
  const clip = duration < TOO_SHORT_FOR_HLS ? await makeClip(silent, master[0].codecs) : null;
  if (clip !== null) await check(job, clip);
  const { width, height } = plan.poster;
  return {
    analysis,
    duration,
    sprite: grid,
    outputs: [
      ...(clip === null ? [] : [clip.output]),
      ...master,
      { ...(await plainOutput(out, POSTER_NAME, 'poster', null)), width, height },
      spriteOutput,
    ],
  };
}

interface Command {
  args: readonly string[];
  /** The renditions that the command writes, in this order. */
  rungs: readonly Rung[];
  onShare: (share: number) => void;
  niceness?: number;
  /**
   * If given, the command begins after this promise, and its output is checked while it is being written. Otherwise the
   * command begins at once, and is checked afterwards so that nothing delays it.
   */
  after?: Promise<unknown>;
}

/**
 * Writes renditions and decodes each of them again. If possible, this happens while they are being written, because the
 * processors are not all busy then, and only the last segment is left when the encoder is done.
 */
function makeAndCheck(
  job: VideoJob,
  plan: VideoPlan,
  made: PromiseWithResolvers<MadeHls[]>,
  { args, rungs, after, ...way }: Command,
): Task[] {
  const write: Task = async (signal) => {
    if (after !== undefined) await dependency(signal, after);
    const encoded = await runPlan({ ...job, signal }, args, way);
    const all = await Promise.all(rungs.map((rung, at) => readHls(job, plan.frameRate, encoded, at, rung)));
    await compare({ ...job, signal }, all);
    made.resolve(all);
  };
  const checks = rungs.map((rung, at): Task => async (signal) => {
    const whole = made.promise.then((all) => all[at] as MadeHls);
    const name = `v${rung.name}.mp4`;
    if (after === undefined) await dependency(signal, made.promise);
    await verifyAsWritten({
      ...job,
      signal,
      name,
      demuxer: 'mov',
      made: whole,
      timeout: EIGHT_HOURS,
    });
  });
  return [write, ...checks];
}

/** Compares the renditions with their source before the whole video can be played. */
async function compare({ source, signal }: VideoJob, all: readonly MadeHls[]): Promise<void> {
  const timeline = await dependency(signal, source);
  for (const { name, rung, expected, isDamaged } of all)
    for (const { duration } of expected.streams)
      compareWithSource(timeline, { name, type: rung === null ? 'sound' : 'picture', duration, isDamaged });
}

/** Decodes an output again. */
async function check(job: VideoJob, made: Made): Promise<void> {
  await verify({ ...job, ...made, timeout: EIGHT_HOURS });
}

interface MadeSound {
  hls: MadeHls;
  analysis: Analysis;
}

/** Converts and analyses the sound; null if the track is empty. */
async function makeSound(job: VideoJob, args: readonly string[], frameRate: string): Promise<MadeSound | null> {
  const analyser = new Analyser(SOUND_RATE);
  const encoded = await runPlan({ ...job, threads: 1 }, args, { analyser });
  if (job.sound === null || isSilent(encoded, job.sound)) return null;
  const hls = await readHls(job, frameRate, encoded, 0, null);
  await compare(job, [hls]);
  return { hls, analysis: analyser.result() };
}

/**
 * Whether a sound track is empty. Sound that exists but cannot be decoded is an error, because the uploader would not
 * want a mute video to be published.
 */
function isSilent({ written, read }: Encoded, sound: SoundStream): boolean {
  if (written.some((stream) => stream.type === 'audio' && stream.samples > 0)) return false;
  const packets = read.find((stream) => stream.stream === sound.index)?.packets ?? 0;
  if (packets > 0) throw new ProcessingError('unreadable', `no sound from ${packets} packets of ${sound.codec}`);
  return true;
}

/** The renditions that can be played first. */
interface Start {
  analysis: Analysis | null;
  /** Seconds. */
  duration: number;
  pictureSeconds: number;
  /** Picture and sound. */
  hls: MadeHls[];
}

/** Combines the first rendition and its sound, and announces that they can be played. */
async function announcePlayable(
  job: VideoJob,
  plan: VideoPlan,
  picture: MadeHls,
  sound: MadeSound | null,
): Promise<Start> {
  const pictureSeconds = picture.expected.streams[0]?.duration ?? 0;
  const duration = Math.max(pictureSeconds, sound?.analysis.duration ?? 0);
  if (duration < MIN_SECONDS / 2) throw new ProcessingError('too-short', `${duration} s decoded`);
  const hls = [picture, ...(sound === null ? [] : [sound.hls])];
  const outputs = await writeMaster(job.out, 'first.m3u8', hls, plan.frameRate, duration);
  const { width, height } = plan.first;
  const analysis = sound?.analysis ?? null;
  const loudness = analysis === null ? null : loudnessOf(analysis);
  await job.onPlayable({ kind: 'video', width, height, duration, loudness, outputs });
  return { analysis, duration, pictureSeconds, hls };
}

/**
 * Makes the sprite from the cells that were written with the first rendition, or from new cells if the file claimed a
 * wrong duration.
 */
async function makeSprite(job: VideoJob, plan: VideoPlan, seconds: number): Promise<[Sprite, Output]> {
  const grid = spriteGrid(seconds);
  if (grid.interval !== plan.sprite.interval) await makeCells({ ...job, rung: plan.first }, grid);
  await tileSprite(job, grid);
  const count = cellCount(grid, seconds);
  return [{ ...grid, name: SPRITE_NAME, count }, await plainOutput(job.out, SPRITE_NAME, 'sprite', null)];
}
