import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PICTURE, make, newFolder } from '../../../testkit/make-files.ts';
import { type PictureStream, type SoundStream, probe } from '../inspect/probe.ts';
import { makeClip } from '../renditions/clip.ts';
import { makeSong } from '../renditions/song.ts';
import { makeVideo } from '../renditions/video.ts';
import { type Tools, findTools } from '../run/tools.ts';
import { type MadeStream, type Timeline, compareWithSource, readTimeline } from './timeline.ts';

const { signal } = new AbortController();
let folder: string;
let tools: Tools;
beforeAll(async () => {
  [folder, tools] = await Promise.all([newFolder(), findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' })]);
});
afterAll(() => rm(folder, { recursive: true }));

const SINE = (seconds: number): string => `-f lavfi -i sine=d=${seconds}`;

describe('readTimeline', () => {
  it('finds where picture and sound end on one clock, from 0 on, without decoding', async () => {
    const path = await make(
      folder,
      'late.mp4',
      `${PICTURE('160x120', 25, 4)} -itsoffset 1.5 ${SINE(2)} -map 0 -map 1 -c:v libx264 -c:a aac -shortest -t 4`,
    );
    const probed = await probe(tools, 'mov', path, folder, signal);
    const { picture, sound } = (await readTimeline({ ...probed, tools, path, folder, signal })) ?? {};
    expect(picture?.end).toBeCloseTo(4, 1);
    expect(picture?.sum).toBeCloseTo(4, 1);
    expect(sound?.end).toBeCloseTo(3.5, 1);
    expect(sound?.sum).toBeCloseTo(2, 1);
  });

  it('returns the sound alone for a song', async () => {
    const path = await make(folder, 'song.mp3', `${SINE(3)} -c:a libmp3lame`);
    const probed = await probe(tools, 'mp3', path, folder, signal);
    const timeline = await readTimeline({ ...probed, tools, path, folder, signal });
    expect(timeline).toEqual({ picture: null, sound: expect.anything() });
    expect(timeline?.sound?.end).toBeCloseTo(3, 1);
  });

  it('measures a Vorbis song that ends before its last packet begins', async () => {
    const path = await make(folder, 'short.ogg', `${SINE(0.2)} -c:a libvorbis`);
    const probed = await probe(tools, 'ogg', path, folder, signal);
    const { sound } = (await readTimeline({ ...probed, tools, path, folder, signal })) ?? {};
    expect(sound?.sum).toBeCloseTo(0.2, 1);
    expect(sound?.end).toBeCloseTo(0.2, 1);
  });

  it('returns null for packets that cannot be read', async () => {
    const path = join(folder, 'text.mp3');
    await writeFile(path, 'no song');
    const probed = { demuxer: 'mp3', picture: null, sound: null } as const;
    await expect(readTimeline({ ...probed, tools, path, folder, signal })).resolves.toBeNull();
  });
});

describe('compareWithSource', () => {
  const song = (end: number, sum = end): Timeline => ({ picture: null, sound: { end, sum } });
  const video = (picture: number, sound: number | null): Timeline => ({
    picture: { end: picture, sum: picture },
    sound: sound === null ? null : { end: sound, sum: sound },
  });
  const compare = (source: Timeline | null, made: Partial<MadeStream>): string | undefined => {
    try {
      compareWithSource(source, { name: 'a', type: 'sound', duration: 0, isDamaged: false, ...made });
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  it.each<[string, Timeline | null, Partial<MadeStream>, string | undefined]>([
    ['a song as long as its file', song(60), { duration: 60.4 }, undefined],
    ['a song that is too short', song(60), { duration: 59.4 }, 'differs'],
    ['a song that is too long', song(60), { duration: 60.6 }, 'differs'],
    ['a song whose timestamps restart, by its samples', song(30, 60), { duration: 60 }, undefined],
    ['a song with too short declared durations, by its clock', song(60, 57), { duration: 60 }, undefined],
    ['a song that matches neither its clock nor its samples', song(30, 60), { duration: 45 }, 'differs'],
    ['a damaged song that lost a twentieth', song(60), { duration: 57, isDamaged: true }, undefined],
    ['a damaged song that lost a tenth', song(60), { duration: 54, isDamaged: true }, 'unreadable'],
    ['a damaged song that became longer', song(60), { duration: 61, isDamaged: true }, 'differs'],
    ['sound in step with its picture', video(6, 6), { duration: 6.02 }, undefined],
    ['sound with three seconds of added silence', video(6, 6), { duration: 9.1 }, 'differs'],
    [
      'sound by its clock, not by its samples',
      { ...video(6, 6), sound: { end: 6, sum: 3 } },
      { duration: 3 },
      'differs',
    ],
    ['a picture as long as its source', video(6, 6), { type: 'picture', duration: 6 }, undefined],
    ['a picture that is held to the end of its sound', video(1, 60), { type: 'picture', duration: 60 }, undefined],
    ['a picture that ends in between', video(1, 60), { type: 'picture', duration: 30 }, 'differs'],
    ['a picture that outlasts both', video(6, 6), { type: 'picture', duration: 7 }, 'differs'],
    ['sound that its source lacks', video(6, null), { duration: 6 }, 'differs'],
    ['a picture that its source lacks', song(6), { type: 'picture', duration: 6 }, 'differs'],
    ['half of a short song', song(0.8), { duration: 0.41 }, undefined],
    ['less than half of a short song', song(0.8), { duration: 0.39 }, 'differs'],
    ['a short song without the padding of its frames', song(0.4), { duration: 0.12 }, undefined],
    ['nothing of a short song', song(0.4), { duration: 0 }, 'differs'],
    ['a short song that became longer by half', song(0.8), { duration: 1.25 }, 'differs'],
    ['a sixth of a short damaged song', song(0.6), { duration: 0.1, isDamaged: true }, 'unreadable'],
    ['less than half of a short picture', video(0.8, 0.8), { type: 'picture', duration: 0.39 }, 'differs'],
    ['a single frame that lasts longer than its packet', video(0, null), { type: 'picture', duration: 0.5 }, undefined],
    ['any stream of a source with unreadable packets', null, { duration: 1 }, undefined],
  ])('judges a stream by the packets of its source: %s', (_, source, made, code) => {
    expect(compare(source, made)).toBe(code);
  });
});

describe('a rendition that differs from its source', () => {
  const jobOf = async (path: string, demuxer: 'mp3' | 'mov', source: Timeline) => {
    const out = join(folder, `${demuxer}-out`);
    await mkdir(out);
    const playable = vi.fn<() => Promise<void>>(async () => {});
    const probed = await probe(tools, demuxer, path, folder, signal);
    const job = {
      tools,
      path,
      demuxer,
      folder,
      out,
      signal,
      threads: 1,
      niceness: 0,
      claimedSeconds: probed.duration,
      budget: { seconds: 60, cpuSeconds: 60 },
      source: Promise.resolve(source),
      onTranscoding: () => {},
      onFinishing: () => {},
      onPlayable: playable,
    };
    return { probed, job, playable };
  };

  it('fails a song before it can be played', async () => {
    const path = await make(folder, 'short.mp3', `${SINE(2)} -c:a libmp3lame`);
    const { probed, job, playable } = await jobOf(path, 'mp3', { picture: null, sound: { end: 5, sum: 5 } });
    const sound = probed.sound as SoundStream;
    await expect(makeSong({ ...job, sound })).rejects.toMatchObject({
      code: 'differs',
      message: expect.stringMatching(/not as long as the original/),
    });
    expect(playable).not.toHaveBeenCalled();
  });

  it.each([
    ['picture', 5, 2],
    ['sound', 2, 5],
  ])('fails a video before all of it can be played: %s', async (type, picture, sound) => {
    const path = await make(
      folder,
      `${type}.mp4`,
      `${PICTURE('160x120', 25, 2)} ${SINE(2)} -map 0 -map 1 -c:v libx264 -c:a aac`,
    );
    const lane = (end: number) => ({ end, sum: end });
    const source = { picture: lane(picture), sound: lane(sound) };
    const { probed, job, playable } = await jobOf(path, 'mov', source);
    await expect(
      makeVideo({ ...job, picture: probed.picture as PictureStream, sound: probed.sound }),
    ).rejects.toMatchObject({ code: 'differs' });
    expect(playable).not.toHaveBeenCalled();
    await rm(job.out, { recursive: true });
  });

  it.each([
    ['picture', 2, 0.8, 'differs'],
    ['sound', 0.8, 2, 'differs'],
    ['nothing', 0.8, 0.8, undefined],
  ])('fails the single file of a short video if a stream differs: %s', async (differs, picture, sound, code) => {
    const path = await make(
      folder,
      `clip-${differs}.mp4`,
      `${PICTURE('160x120', 25, 0.8)} ${SINE(0.8)} -map 0 -map 1 -c:v libx264 -c:a aac`,
    );
    const lane = (end: number) => ({ end, sum: end });
    const { probed, job } = await jobOf(path, 'mov', { picture: lane(picture), sound: lane(sound) });
    const clip = makeClip({ ...job, picture: probed.picture as PictureStream, sound: probed.sound }, null);
    const made = await clip.then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    expect(made).toBe(code);
    await rm(job.out, { recursive: true });
  });
});
