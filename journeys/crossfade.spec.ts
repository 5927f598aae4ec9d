import { type Browser, type Page, expect, test } from './testkit/test.ts';
import { LISTEN_TO_ALL, type NoiseAndTone, momentsOf, noiseAndTone } from './testkit/fades.ts';
import { HEARD, measure } from './testkit/joint.ts';
import { HEADERS, enter, freshPage, setUser, signUp, somebody } from './testkit/people.ts';
import { PROCESSING, processed, put, uploaded } from './testkit/uploading.ts';

// The page's sound is recorded by a script of this file, which the Content-Security-Policy would block.
test.use({ bypassCSP: true });

/** The length of a song and of the crossfade, in seconds. */
const LENGTH = 12;
const FADE = 3;

let sounds: NoiseAndTone;
const cook = somebody();
let owner: string;
let songs: string[];
/** A playlist of both songs. */
let playlist: string;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  sounds = await noiseAndTone();
  const page = await browser.newPage();
  owner = (await signUp(page, cook)).id;
  await setUser(owner, { plan: 'ghost-pepper' });
  songs = [];
  for (const path of sounds.paths) songs.push(await uploaded(page, path));
  for (const [n, id] of songs.entries()) {
    await processed(page, id);
    expect(await put(page, id, { title: ['Hiss', 'Whistle'][n], published: true })).toBe(200);
  }
  const made = await page.request.post('/api/playlists', {
    headers: HEADERS,
    data: { name: 'Steam', visibility: 'public', media: songs },
  });
  expect(made.ok(), await made.text()).toBe(true);
  playlist = ((await made.json()) as { id: string }).id;
  await page.close();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const titled = (page: Page) => bar(page).getByRole('paragraph').first();
const run = (page: Page, body: string) => page.evaluate((text) => new Function(text)() as unknown, body);
/** The media elements that have played. The player's main element is the first one. */
const players = (page: Page) =>
  page.evaluate(() =>
    [...(window as unknown as { players: Set<HTMLMediaElement> }).players].map(
      ({ paused, currentTime, volume, src }) => ({ paused, currentTime, volume, joined: src.startsWith('blob:') }),
    ),
  );
const sounding = async (page: Page) => (await players(page)).filter(({ paused, volume }) => !paused && volume > 0);
const samples = (page: Page) => run(page, 'return window.heard.reduce((sum, part) => sum + part.length, 0)');

/** Clicks a button as soon as both songs are clearly audible. */
const inTheMiddle = (page: Page, selector: string) =>
  page.waitForFunction(
    (button) => {
      const all = [...(window as unknown as { players: Set<HTMLMediaElement> }).players];
      const isMiddle = all.filter(({ paused, volume }) => !paused && volume > 0.1).length === 2;
      if (isMiddle) document.querySelector<HTMLButtonElement>(button)?.click();
      return isMiddle;
    },
    selector,
    { polling: 20, timeout: LENGTH * 4000 },
  );

/** Opens a page that records its sound, with the given crossfade in the player's settings. */
async function listener(browser: Browser, fade: number): Promise<Page> {
  const page = await freshPage(browser);
  await page.addInitScript(LISTEN_TO_ALL);
  await page.addInitScript((seconds) => {
    localStorage.setItem('player-keep-playing', 'off');
    if (seconds > 0) localStorage.setItem('player-crossfade', String(seconds));
  }, fade);
  return page;
}

async function play(page: Page): Promise<void> {
  await page.goto(`/playlists/${playlist}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect(titled(page)).toHaveText('Hiss');
  await expect.poll(async () => (await players(page))[0]?.currentTime ?? 0).toBeGreaterThan(0.1);
}

test('a crossfade plays both songs at a steady total loudness, without gaps', async ({ browser }) => {
  const page = await listener(browser, FADE);
  await play(page);
  await expect(titled(page)).toHaveText('Whistle');
  await expect.poll(async () => (await players(page))[0]?.currentTime ?? 0).toBeGreaterThan(FADE + 1);
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  const heard = String(await run(page, HEARD));
  // The sample at which the first song is handed over from one element to another.
  const cut = Math.round((LENGTH - FADE + 0.05) * sounds.rate);
  const over = measure({ ...sounds, signal: sounds.noise, cut }, heard);
  const moments = momentsOf(sounds, heard);
  const first = moments.findIndex(({ rest }) => rest > 1e-3);
  const alone = moments.slice(first + 20, first + 60).reduce((sum, { rest }) => sum + rest, 0) / 40;
  const full = Math.max(...moments.map(({ tone }) => tone));
  const shares = moments.map(({ tone, rest }) => ({ out: rest / alone, in: tone / full }));
  const fading = shares.filter((one) => one.in > 0.1 && one.out > 0.1);
  // From a second after the sound starts, without the last one and a half seconds. Averages of 0.4 seconds, because the
  // sound of a busy machine can stop for a moment, while a wrong fade is too quiet or too loud for most of its seconds.
  const together = shares.slice(first + 20, -30).map((one) => one.out + one.in);
  const all = together.slice(7).map((_, n) => together.slice(n, n + 8).reduce((sum, share) => sum + share, 0) / 8);
  console.log(`Handed over ${over.error.toFixed(1)} ms off, ${over.silence.toFixed(1)} ms of silence.`);
  console.log(
    `Both for ${fading.length * 50} ms; together ${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}.`,
  );
  if (process.env['FADE_SHOW'])
    console.log(shares.map((one) => `${one.out.toFixed(2)}+${one.in.toFixed(2)}`).join(' '));
  // The handover is off by a few milliseconds on a quiet machine, and by more on a busy one, where the recording script
  // has to share the processor.
  expect(Math.abs(over.error)).toBeLessThan(80);
  expect(over.silence).toBeLessThan(30);
  expect(fading.length * 50).toBeGreaterThan((FADE * 1000) / 3);
  expect(Math.min(...all)).toBeGreaterThan(0.5);
  expect(Math.max(...all)).toBeLessThan(1.6);
});

test('a pause during a crossfade silences both songs, and the next song then continues alone at full volume', async ({
  browser,
}) => {
  const page = await listener(browser, FADE);
  await play(page);
  await inTheMiddle(page, 'button[aria-label="Pause"]');
  await expect(titled(page)).toHaveText('Whistle');
  await expect.poll(async () => (await players(page)).every(({ paused }) => paused)).toBe(true);
  const before = Number(await samples(page));
  await expect.poll(async () => Number(await samples(page))).toBeGreaterThan(before + sounds.rate / 2);
  const silent = momentsOf(sounds, String(await run(page, HEARD))).slice(-5);
  for (const { tone, rest } of silent) expect(tone + rest).toBeLessThan(1e-6);
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await sounding(page)).length).toBe(1);
  const [own] = await players(page);
  const at = own?.currentTime ?? 0;
  await expect.poll(async () => (await players(page))[0]?.currentTime ?? 0).toBeGreaterThan(at + 0.5);
  expect(await sounding(page)).toHaveLength(1);
  const now = momentsOf(sounds, String(await run(page, HEARD))).slice(-3);
  for (const { tone, rest } of now) expect(tone / (tone + rest)).toBeGreaterThan(0.99);
});

test('the crossfade is off at first, is chosen in the playback settings, and is kept after a reload', async ({
  browser,
}) => {
  const page = await listener(browser, 0);
  const parts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && parts.push(request.url()));
  await play(page);
  const button = bar(page).getByRole('button', { name: 'Playback settings' });
  await button.click();
  const choice = page.getByLabel('Crossfade');
  await expect(choice).toHaveValue('0');
  // The code for crossfades is loaded only now.
  const before = parts.length;
  await choice.selectOption('3 seconds');
  await expect.poll(() => parts.length).toBeGreaterThan(before);
  await choice.selectOption('12 seconds');
  await page.reload();
  await button.click();
  await expect(choice).toHaveValue('12');
});

test('consecutive songs of an album join without a crossfade', async ({ browser }) => {
  const page = await listener(browser, FADE);
  const maker = await freshPage(browser);
  await enter(maker, cook);
  const data = { albums: [{ title: 'Live at the Kettle', releaseDate: '2026-01-01' }] };
  const saved = await maker.request.put(`/api/users/${owner}`, { headers: HEADERS, data });
  const [album] = ((await saved.json()) as { albums: { id: string }[] }).albums;
  const kept = await maker.request.put(`/api/albums/${album?.id}/songs`, { headers: HEADERS, data: { songs } });
  expect(kept.status(), await kept.text()).toBe(200);
  await play(page);
  await expect(titled(page)).toHaveText('Whistle');
  await expect.poll(async () => (await players(page))[0]?.joined).toBe(true);
  expect(await players(page)).toHaveLength(1);
});
