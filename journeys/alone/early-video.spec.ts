import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Page, expect, test } from '../testkit/test.ts';
import { video } from '../../fixtures/files.ts';
import { ffmpegBelow, findOwnProcesses } from '../../scripts/faults/killer.ts';
import { musician } from '../testkit/people.ts';
import { place } from '../testkit/place.ts';
import { PROCESSING, mediaOf, uploaded } from '../testkit/uploading.ts';

/** The current state of the media element that plays. */
const playing = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('video');
    return {
      position: element?.currentTime ?? 0,
      /** Seconds that are available so far. */
      duration: element?.duration || 0,
      paused: element?.paused ?? true,
      pictures: element?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      width: element?.videoWidth ?? 0,
    };
  });

/** Records in the page, for each source of the element, the first and the last position at which the source played. */
const notePlaces = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('video') as HTMLVideoElement;
    const places: Record<string, { first: number; last: number }> = {};
    const note = () => {
      if (element.seeking || element.paused || element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return;
      const { currentTime: last, currentSrc } = element;
      places[currentSrc] = { first: places[currentSrc]?.first ?? last, last };
    };
    for (const name of ['timeupdate', 'playing', 'seeked']) element.addEventListener(name, note);
    (window as unknown as { places: typeof places }).places = places;
  });
const notedPlaces = (page: Page) =>
  page.evaluate(() =>
    Object.values((window as unknown as { places: Record<string, { first: number; last: number }> }).places),
  );

const workers = (): number[] =>
  findOwnProcesses(place().dataDir).flatMap(({ name, pid }) => (name === 'worker' ? pid : []));

/**
 * Pauses or resumes the ffmpeg processes of this product's worker, so that a test can examine an intermediate state.
 */
const signalEncoders = (signal: 'SIGSTOP' | 'SIGCONT'): void => signalAll(workers().flatMap(ffmpegBelow), signal);

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      // The process has already ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
}

const TIMES = 10;
const SECONDS = 8 * TIMES;

/** Makes a film whose rendition takes seconds to write on any machine. */
async function film(): Promise<string> {
  const path = await video({ seconds: SECONDS / TIMES, width: 640, height: 360, seed: 'early video' });
  const whole = test.info().outputPath('film.mp4');
  const program = process.env['FFMPEG_PATH'] ?? 'ffmpeg';
  await promisify(execFile)(program, ['-stream_loop', String(TIMES - 1), '-i', path, '-c', 'copy', whole]);
  return whole;
}

const OFTEN = { intervals: [50], timeout: PROCESSING };

test.skip(process.platform !== 'linux', 'what ffmpeg does is stopped by way of /proc');
test.afterEach(() => {
  signalAll(workers(), 'SIGCONT');
  signalEncoders('SIGCONT');
});

/** Seeks forward to the last seconds of the part that is written so far. */
async function catchUp(page: Page, written: number): Promise<void> {
  const seek = page.getByRole('region', { name: 'Player' }).getByRole('slider', { name: 'Seek' });
  while ((await playing(page)).position < written - 5) {
    const { position } = await playing(page);
    await seek.press('ArrowRight');
    await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(position + 4);
  }
}

/**
 * Ends the worker, and pauses the next worker and its encoders as soon as it starts the work from scratch, like after
 * an update.
 */
async function startWorkAgain(): Promise<void> {
  const before = workers();
  signalAll(before, 'SIGTERM');
  const others = () => workers().filter((pid) => !before.includes(pid));
  await expect.poll(() => others().length, OFTEN).toBe(1);
  signalAll(others(), 'SIGSTOP');
  signalEncoders('SIGSTOP');
}

test('a video plays while its first rendition is written, and continues with the finished renditions', async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + 6 * PROCESSING);
  const path = await film();
  await musician(page);
  const id = await uploaded(page, path);
  const statusOf = async () => (await mediaOf(page, id))['status'];
  const sourceOf = async () => ((await mediaOf(page, id))['sources'] as { url: string }[])[0]?.url ?? '';

  await expect.poll(sourceOf, OFTEN).toMatch(/\/early\.m3u8$/);
  const growing = (await sourceOf()).replace('early.m3u8', 'early-picture.m3u8');
  const playlist = async () => (await page.request.get(growing)).text();
  const segments = async () => (await playlist()).match(/#EXTINF/g)?.length ?? 0;
  // Let the encoders write enough for the next steps, then pause them.
  await expect.poll(segments, OFTEN).toBeGreaterThan(2);
  signalEncoders('SIGSTOP');
  expect(await playlist()).not.toContain('#EXT-X-ENDLIST');

  /** Names of the files that the page requested. */
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
  await page.goto(new URL(String((await mediaOf(page, id))['htmlUrl'])).pathname);
  const content = page.getByRole('main');
  await expect(content.getByText(/^Still being prepared, \d+ %$/)).toBeVisible();
  await content.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(0.5);
  expect(asked).toContain('early-picture.m3u8');
  expect(asked).toContain('early-sound.m3u8');
  expect(asked).toContain('picture-1.m4s');
  const begun = await playing(page);
  expect(begun).toMatchObject({ paused: false, width: 640 });
  await expect.poll(async () => (await playing(page)).pictures).toBeGreaterThan(begun.pictures + 12);
  expect(begun.duration).toBeLessThan(SECONDS - 5);
  expect(await statusOf()).toBe('transcoding');
  const bar = page.getByRole('region', { name: 'Player' });
  await expect(bar.getByText(/^Still being prepared, \d+ %$/)).toBeVisible();

  // A little more is written. The page notices without a reload, and plays on into the new part.
  const before = await segments();
  signalEncoders('SIGCONT');
  await expect.poll(segments, OFTEN).toBeGreaterThan(before);
  signalEncoders('SIGSTOP');
  await expect.poll(async () => (await playing(page)).duration).toBeGreaterThan(begun.duration + 1);
  await catchUp(page, begun.duration);
  await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(begun.duration + 0.5);
  expect(await playlist()).not.toContain('#EXT-X-ENDLIST');
  expect(await statusOf()).toBe('transcoding');
  expect(asked.filter((name) => name === 'early-picture.m3u8').length).toBeGreaterThan(1);
  expect(asked.filter((name) => /^(first|master)\.m3u8$/.test(name))).toEqual([]);

  // The rest is written. The finished renditions take over at the current position.
  await notePlaces(page);
  signalEncoders('SIGCONT');
  const takenOver = async () => {
    // On a slow machine, restart the video rather than reach its end.
    if ((await playing(page)).position > SECONDS / 2) await bar.getByRole('slider', { name: 'Seek' }).press('Home');
    return asked.includes('master.m3u8');
  };
  await expect.poll(takenOver, { intervals: [250], timeout: 5 * PROCESSING }).toBe(true);
  expect(await statusOf()).toBe('complete');
  await expect.poll(() => notedPlaces(page)).toHaveLength(2);
  const [early, finished] = await notedPlaces(page);
  expect(finished!.first).toBeGreaterThan(early!.last - 1);
  expect(finished!.first).toBeLessThan(early!.last + 1.5);
  await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(finished!.first + 1);
  expect(await playing(page)).toMatchObject({ paused: false });
  expect((await playing(page)).duration).toBeGreaterThan(SECONDS - 1);
  expect(asked.filter((name) => name === 'master.m3u8')).toHaveLength(1);
  await expect(page.getByText(/^Still being prepared/)).toHaveCount(0);
});

test('a viewer who reaches the end of the prepared part sees a message, and playback continues automatically', async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + 4 * PROCESSING);
  const path = await film();
  await musician(page);
  const id = await uploaded(page, path);
  const sourceOf = async () => ((await mediaOf(page, id))['sources'] as { url: string }[])[0]?.url ?? '';
  await expect.poll(sourceOf, OFTEN).toMatch(/\/early\.m3u8$/);
  signalEncoders('SIGSTOP');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
  await page.goto(new URL(String((await mediaOf(page, id))['htmlUrl'])).pathname);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(0.5);
  await catchUp(page, (await playing(page)).duration);

  // The player neither reports a connection problem nor loads the file again.
  const bar = page.getByRole('region', { name: 'Player' });
  const said = bar.getByText('This part is still being prepared. It goes on by itself.').filter({ visible: true });
  await expect(said).toBeVisible({ timeout: 30_000 });
  await expect(bar.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  expect(await playing(page)).toMatchObject({ paused: false });
  const reads = () => asked.filter((name) => name === 'early-picture.m3u8').length;
  await expect.poll(reads).toBeGreaterThan(reads());
  expect(asked.filter((name) => name === 'picture.mp4')).toHaveLength(1);

  // Everything that was prepared is lost, and is made again.
  const { position: place } = await playing(page);
  await startWorkAgain();
  await expect(bar.getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(said).toBeVisible();
  signalAll(workers(), 'SIGCONT');
  signalEncoders('SIGCONT');
  await expect(said).toBeHidden({ timeout: 4 * PROCESSING });
  await expect(bar.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(place + 1);
  expect((await playing(page)).position).toBeLessThan(place + 20);
});
