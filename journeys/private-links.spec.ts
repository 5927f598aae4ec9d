import { type Page, expect, test } from './testkit/test.ts';
import { song, video } from '../fixtures/files.ts';
import { listening } from './testkit/listening.ts';
import { HEADERS, freshPage, musician } from './testkit/people.ts';
import { PROCESSING, processed, put, uploaded } from './testkit/uploading.ts';

/** Saves the lyrics or captions of the musician's own song or video. */
async function say(page: Page, id: string, text: string): Promise<void> {
  const answer = await page.request.put(`/api/media/${id}/timed-text`, { headers: HEADERS, data: { text } });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('an owner shares an unpublished song with a private link, and revokes the link', async ({ page, browser }) => {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  await musician(page);
  const id = await uploaded(page, await song({ seconds: 12, format: 'mp3', seed: 'private link' }));
  await processed(page, id);
  expect(await put(page, id, { title: 'Night Oven' })).toBe(200);
  await say(page, id, 'Salt and smoke');

  // Make the link on the edit screen.
  await page.goto(`/account/media/edit/${id}`);
  const section = page.getByRole('region', { name: 'Private link' });
  await section.getByRole('button', { name: 'Make a private link' }).click();
  const field = section.getByRole('textbox', { name: 'Private link', exact: true });
  await expect(field).toHaveValue(/\?link=/);
  const first = await field.inputValue();

  // A signed-out visitor opens the link and plays the song.
  const guest = await freshPage(browser);
  await guest.goto(first);
  const title = guest.getByRole('heading', { level: 1, name: 'Night Oven' });
  await expect(title).toBeVisible();
  await expect(guest.getByText('This song is not public.')).toBeVisible();
  await expect(guest.getByRole('region', { name: 'Lyrics' })).toContainText('Salt and smoke');
  await guest.getByRole('button', { name: 'Play', exact: true }).click();
  const audio = guest.getByLabel('Night Oven', { exact: true });
  await expect(audio).toBeVisible();
  await expect.poll(() => audio.evaluate((element: HTMLMediaElement) => element.currentTime)).toBeGreaterThan(0.2);

  // A second link, made in the dialog on the song's page, replaces the first link.
  await page.goto(new URL(first).pathname);
  await page.getByRole('main').getByRole('button', { name: 'Share Night Oven' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this song' });
  await expect(dialog.getByRole('textbox', { name: 'Private link', exact: true })).toHaveValue(first);
  // Others couldn't open the song at its normal address, so the dialog offers no other way to share it.
  await expect(dialog.getByRole('textbox')).toHaveCount(1);
  await expect(dialog.getByRole('combobox', { name: 'To:' })).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Share on Facebook' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'QR code' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Embed' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Replace with a new link' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Private link', exact: true })).not.toHaveValue(first);
  const second = await dialog.getByRole('textbox', { name: 'Private link', exact: true }).inputValue();
  const response = await guest.goto(first);
  expect(response?.status()).toBe(404);
  await expect(guest).toHaveURL(/\/browse/);
  await guest.goto(second);
  await expect(title).toBeVisible();

  // A revoked link no longer opens the song.
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Make a private link' })).toBeVisible();
  expect((await guest.goto(second))?.status()).toBe(404);

  // Anyone can open the published song, so the section for the private link is gone.
  await put(page, id, { published: true });
  await page.goto(`/account/media/edit/${id}`);
  await expect(page.getByRole('link', { name: 'View page' })).toBeVisible();
  await expect(section).toBeHidden();
});

test('a video opened with a private link plays with its captions', async ({ page, browser }) => {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  await musician(page);
  const id = await uploaded(page, await video({ seconds: 6, width: 320, height: 180, seed: 'private link' }));
  await processed(page, id);
  await say(page, id, 'WEBVTT\n\n00:00.000 --> 00:06.000\nSalt & smoke');
  const made = await page.request.post(`/api/media/${id}/private-link`, { headers: HEADERS });
  const { link } = (await made.json()) as { link: { url: string } };
  const guest = await freshPage(browser);
  await guest.goto(link.url);
  await guest.getByRole('button', { name: 'Play', exact: true }).click();
  const element = guest.locator('article video');
  await expect.poll(() => element.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2);
  const said = () =>
    element.evaluate((one: HTMLVideoElement) =>
      [...one.textTracks].map(({ mode, activeCues }) => [
        mode,
        ...[...(activeCues ?? [])].map((cue) => (cue as VTTCue).text),
      ]),
    );
  await expect.poll(said).toEqual([['showing', 'Salt &amp; smoke']]);
});

test('the page of a private link distinguishes a lost network from a revoked link', async ({ page, browser }) => {
  test.setTimeout(test.info().timeout + PROCESSING);
  await musician(page);
  const id = await uploaded(page, await song({ seconds: 30, format: 'mp3', seed: 'private outage' }));
  await processed(page, id);
  expect(await put(page, id, { title: 'Cold Oven' })).toBe(200);
  const made = await page.request.post(`/api/media/${id}/private-link`, { headers: HEADERS });
  const { link } = (await made.json()) as { link: { url: string } };
  const guest = await freshPage(browser);
  await guest.goto(link.url);
  const audio = guest.getByLabel('Cold Oven', { exact: true });
  const heard = () => audio.evaluate((element: HTMLMediaElement) => element.currentTime);
  const start = guest.getByRole('button', { name: 'Play', exact: true });
  await expect(start).toBeVisible();
  await guest.context().setOffline(true);
  await start.click();
  const problem = guest.getByRole('alert').filter({ hasText: /./ });
  await expect(problem).toHaveText('No connection. Check your network and try again.');
  await guest.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toHaveText('No connection. Check your network and try again.');
  await guest.context().setOffline(false);
  await expect.poll(heard).toBeGreaterThan(0.5);
  await expect(problem).toHaveCount(0);

  // The link is revoked when the page has to request the file's URL again.
  await guest.goto(link.url);
  await expect(start).toBeVisible();
  await page.request.delete(`/api/media/${id}/private-link`, { headers: HEADERS });
  await guest.route('**/files/**', (route) => route.fulfill({ status: 403, body: 'expired' }));
  await start.click();
  await expect(problem).toHaveText('This is no longer available. The link may have been revoked.');
  await expect(guest.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('the page of a private link pauses when another tab plays, pauses other tabs, and shows why', async ({
  page,
  browser,
}) => {
  test.setTimeout(test.info().timeout + PROCESSING);
  const { owner, songs } = await listening();
  await musician(page);
  const id = await uploaded(page, await song({ seconds: 30, format: 'mp3', seed: 'private turns' }));
  await processed(page, id);
  expect(await put(page, id, { title: 'Slow Oven' })).toBe(200);
  const made = await page.request.post(`/api/media/${id}/private-link`, { headers: HEADERS });
  const { link } = (await made.json()) as { link: { url: string } };
  const guest = await freshPage(browser);
  const other = await guest.context().newPage();
  const third = await guest.context().newPage();
  const play = (one: Page) => one.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  const sounds = (one: Page) =>
    one.evaluate(() =>
      [...document.querySelectorAll('audio, video')].some((sound) => !(sound as HTMLMediaElement).paused),
    );
  const word = (one: Page) => one.getByText('Paused: playing in another tab', { exact: true });
  /** Checks that only this one of the three tabs plays. */
  const alone = (only: Page) =>
    expect
      .poll(() => Promise.all([guest, other, third].map(sounds)))
      .toEqual([guest, other, third].map((one) => one === only));

  await guest.goto(link.url);
  await play(guest);
  await alone(guest);
  // A second tab with the same link takes over.
  await other.goto(link.url);
  await play(other);
  await alone(other);
  await expect(word(guest)).toBeVisible();
  // A tab with the product's own player takes over, and later pauses in turn.
  await third.goto(`/${owner}/${songs[0]}`);
  await play(third);
  await alone(third);
  await expect(word(other)).toBeVisible();
  await guest.getByLabel('Slow Oven', { exact: true }).evaluate((sound: HTMLMediaElement) => sound.play());
  await alone(guest);
  await expect(word(guest)).toHaveCount(0);
  await expect(word(third)).toBeVisible();

  // While a track is paused in the product's player, keys pressed on the link page's own player affect only the latter.
  await third.goto(link.url);
  await expect(third.getByRole('region', { name: 'Player' })).toBeVisible();
  await play(third);
  await alone(third);
  const sound = third.getByLabel('Slow Oven', { exact: true });
  const at = () => sound.evaluate((element: HTMLMediaElement) => element.currentTime);
  const product = () =>
    third.evaluate(() => [document.querySelector('video')!.currentTime, localStorage.getItem('player-volume')]);
  const waiting = await product();
  await sound.focus();
  await third.keyboard.press(' ');
  await expect.poll(() => sounds(third)).toBe(false);
  const before = await at();
  await third.keyboard.press('ArrowRight');
  await expect.poll(at).toBeGreaterThan(before);
  await third.keyboard.press('m');
  expect(await product()).toEqual(waiting);
});
