import { type Page, expect, test } from './testkit/test.ts';
import { listening } from './testkit/listening.ts';
import { enter, signUp, somebody } from './testkit/people.ts';

let owner: string;
let song: string;
let clip: string;

const cook = somebody();
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  const { id } = await signUp(page, cook);
  await page.close();
  ({
    owner,
    songs: [, song],
    clip,
  } = await listening(id));
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const display = (page: Page) => page.getByRole('dialog', { name: /^Player/ });
const heard = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/${owner}/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect.poll(() => heard(page)).toBeGreaterThan(0.1);
}
/** Opens the screen on which the owner edits a song or video. */
async function edit(page: Page, id: string): Promise<void> {
  await enter(page, cook);
  await page.goto(`/account/media/edit/${id}`);
}

test('an owner adds captions to a video, visitors see them over the video, and the owner removes them', async ({
  page,
  browser,
}) => {
  await edit(page, clip);
  const panel = page.getByRole('region', { name: 'Captions' });
  const choose = panel.getByLabel('Caption file');
  await choose.setInputFiles(file('captions.srt', '1\n00:00:00,000 --> 00:00:04,000\nSalt'));
  await expect(panel.getByRole('alert')).toHaveText('This is not a WebVTT file: its first line must be WEBVTT.');
  const vtt =
    'WEBVTT\n\n00:00.000 --> 00:05.900\n<v Bo>Salt &amp; <b>smoke</b></v>\n&lt;img src=x onerror=alert(1)&gt;';
  await choose.setInputFiles(file('captions.vtt', vtt));
  await expect(panel.getByText('1 caption, from 0:00 to 0:05.')).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);

  const visitor = await browser.newPage();
  let fails = true;
  await visitor.route('**/timed-text', (route) =>
    fails ? route.fulfill({ status: 500, json: { message: 'No.', errors: [] } }) : route.fallback(),
  );
  await play(visitor, clip);
  await bar(visitor).getByRole('button', { name: 'Pause' }).click();
  const captions = visitor.getByRole('main').getByRole('region', { name: 'Captions' });
  await expect(captions.getByRole('alert')).toContainText('Captions could not be loaded.');
  fails = false;
  await captions.getByRole('button', { name: 'Try again' }).click();
  await expect(captions).toHaveText('Salt & smoke\n<img src=x onerror=alert(1)>');
  await visitor.keyboard.press('c');
  await expect(captions).toHaveCount(0);
  await visitor.keyboard.press('c');
  await expect(captions).toBeVisible();
  await bar(visitor).getByRole('button', { name: 'Expand the player' }).click();
  await expect(display(visitor).getByRole('region', { name: 'Captions' })).toContainText('Salt & smoke');
  await visitor.close();

  await panel.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByRole('button', { name: 'Add Captions' })).toBeVisible();
  await play(page, clip);
  await expect(page.getByRole('main').getByRole('region', { name: 'Captions' })).toHaveCount(0);
});

test('timed lyrics follow the song, and a click on a line plays from there; plain lyrics are shown as they are', async ({
  page,
  browser,
}) => {
  await edit(page, song);
  const panel = page.getByRole('region', { name: 'Lyrics' });
  const words = panel.getByRole('textbox', { name: 'Lyrics', exact: true });
  await words.fill('[00:00.00]Salt\nSmoke');
  await panel.getByRole('button', { name: 'Save Lyrics' }).click();
  await expect(panel.getByRole('alert')).toHaveText(
    'Line 2 has no time. Give every line one, such as [01:23.45], or none.',
  );
  await panel
    .getByLabel('Lyrics file')
    .setInputFiles(file('salt.lrc', '[ti:Salt]\n[00:00.00]Salt\n[00:20.00]Smoke\n[00:30.00]\n[00:35.00]Ash'));
  await panel.getByRole('button', { name: 'Save Lyrics' }).click();
  await expect(words).toHaveValue('[00:00.00]Salt\n[00:20.00]Smoke\n[00:30.00]\n[00:35.00]Ash');

  const visitor = await browser.newPage();
  await visitor.goto(`/${owner}/${song}`);
  const onPage = visitor.getByRole('main').getByRole('region', { name: 'Lyrics' });
  await expect(onPage.getByRole('button')).toHaveCount(4);
  // A click on a line starts playback at that line, even if nothing plays yet.
  await onPage.getByRole('button', { name: 'Smoke' }).click();
  await expect.poll(() => heard(visitor)).toBeGreaterThan(20);
  await expect(onPage.locator('[aria-current=true]')).toHaveText(/Smoke$/);
  await bar(visitor).getByRole('button', { name: 'Expand the player' }).click();
  const shown = display(visitor).getByRole('region', { name: 'Lyrics' });
  await shown.getByRole('button', { name: 'Salt' }).click();
  await expect(shown.locator('[aria-current=true]')).toHaveText(/Salt$/);
  await expect.poll(() => heard(visitor)).toBeLessThan(15);
  await visitor.keyboard.press('End');
  await shown.getByRole('button', { name: 'Ash' }).focus();
  await visitor.keyboard.press('Enter');
  await expect(shown.locator('[aria-current=true]')).toHaveText(/Ash$/);

  await words.fill('Salt\n\nSmoke');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await panel.getByRole('button', { name: 'Save Lyrics' }).click();
  expect((await saved).status()).toBe(200);
  await expect(page.getByText('Successfully updated!').last()).toBeVisible();
  await visitor.goto(`/${owner}/${song}`);
  await expect(onPage.getByRole('paragraph')).toHaveText('Salt\n\nSmoke');
  await expect(onPage.getByRole('button')).toHaveCount(0);
  await visitor.close();
  await panel.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(panel.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await expect(words).toHaveValue('');
});

test('lyrics that are typed while others are being saved are kept, and saved next', async ({ page }) => {
  await edit(page, song);
  const panel = page.getByRole('region', { name: 'Lyrics' });
  const words = panel.getByRole('textbox', { name: 'Lyrics', exact: true });
  const save = panel.getByRole('button', { name: 'Save Lyrics' });
  const answered = Promise.withResolvers<void>();
  await page.route('**/timed-text', async (route) => {
    if (route.request().method() === 'PUT') await answered.promise;
    await route.continue();
  });
  await words.fill('Salt\n\n\nSmoke');
  const sent = page.waitForRequest((one) => one.method() === 'PUT');
  await save.click();
  await sent;
  await words.press('ControlOrMeta+End');
  await words.pressSequentially(' and ash');
  answered.resolve();
  await expect(page.getByText('Successfully updated!')).toBeVisible();
  await expect(words).toHaveValue('Salt\n\n\nSmoke and ash');
  await save.click();
  // The field shows the text as the server returns it, because nothing was typed since.
  await expect(words).toHaveValue('Salt\n\nSmoke and ash');
  await expect(save).toBeDisabled();
  await panel.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(words).toHaveValue('');
});

test('unsaved text is kept when the page loads its data again, and when this fails', async ({ page }) => {
  await page.clock.install();
  await edit(page, song);
  const description = page.getByRole('main').getByLabel('Description');
  const lyrics = page.getByRole('region', { name: 'Lyrics' }).getByRole('textbox');
  await description.fill('Written with care.');
  await lyrics.fill('A line that is not saved yet');
  /** Makes the page's data stale, and reconnects, which makes the page load the data again. */
  const reconnect = async () => {
    await page.clock.fastForward(120_000);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    // Wait for both responses, because one that arrives later would be fresh at the next reconnect.
    const again = ['/timed-text', `/api/media/${song}`].map((end) =>
      page.waitForResponse((answer) => answer.url().endsWith(end)),
    );
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await Promise.all(again);
  };
  await reconnect();
  const keptAll = async () => {
    await expect(description).toHaveValue('Written with care.');
    await expect(lyrics).toHaveValue('A line that is not saved yet');
  };
  await keptAll();
  const failed: string[] = [];
  await page.route('**/api/media/**', (route) => {
    failed.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 403, json: { message: 'Not now.', errors: [] } });
  });
  await reconnect();
  await expect.poll(() => failed.filter((path) => path === `/api/media/${song}`).length).toBeGreaterThan(0);
  await keptAll();
});
