import { type Page, expect, test } from './testkit/test.ts';
import { type Pool, transaction } from '../server/platform/db/connection.ts';
import { newId } from '../server/platform/ids.ts';
import { changeSource, insertMedia, insertMissingSources } from '../server/testkit/media.ts';
import { chunkOf } from './testkit/chunks.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { listening } from './testkit/listening.ts';
import { HEADERS, enter, freshPage, musician, signUp } from './testkit/people.ts';
import { unique } from './testkit/reviewing.ts';

let db: Pool;
/** The path of a genre whose list contains only the four songs of this file. */
let course: string;
let bread: string;
const TITLES = ['Bread', 'Butter', 'Broth', 'Brine'] as const;

test.beforeAll(async () => {
  const { owner, songs } = await listening();
  db = openDatabase();
  const [genre, slug] = [newId(), `course${unique()}`];
  await db`insert into categories (id, kind, name, slug, position) values (${genre}, 'genre', ${slug}, ${slug}, 99)`;
  const [sounds] = await db<{ playback: unknown }[]>`select playback from sources where owner_id = ${songs[0]}`;
  for (const title of TITLES) {
    const id = await insertMedia(db, { musicianId: owner, title, scores: [94, 93, 95], length: 63, genreId: genre });
    await changeSource(db, id, { playback: db.json(sounds?.playback as never) });
    if (title === 'Bread') bread = id;
  }
  course = `/genres/${slug}`;
});
test.afterAll(async () => {
  const slug = course.replace('/genres/', '');
  await db`delete from media where genre_id = (select id from categories where slug = ${slug})`;
  await db`delete from categories where slug = ${slug}`;
  await db.end();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const titled = (page: Page) => bar(page).getByRole('paragraph').first();
const panel = (page: Page) => page.getByRole('dialog', { name: 'Queue', exact: true });
const rows = (page: Page) => panel(page).getByRole('list', { name: 'Tracks in the queue' }).getByRole('listitem');
/** The titles in the queue, in order. */
const order = (page: Page) =>
  rows(page)
    .getByRole('button', { name: /^Move / })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace('Move ', '')));
const queued = (page: Page, titles: readonly string[]) => expect.poll(() => order(page)).toEqual(titles);
const sounding = (page: Page, yes = true) =>
  expect
    .poll(() =>
      page.evaluate(
        () => document.querySelector('video')?.paused === false && document.querySelector('video')!.currentTime > 0.1,
      ),
    )
    .toBe(yes);

/** Plays one of the songs from its own page, with an otherwise empty queue. */
async function playAlone(page: Page, title: string): Promise<void> {
  await page.goto(course);
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await expect(bar(page)).toBeVisible();
}

/** Chooses an item from the menu of a song's card. */
async function choose(page: Page, title: string, what: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `More for ${title}` })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
}
const openQueue = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Queue', exact: true }).click();
  await expect(panel(page)).toBeVisible();
};

test('a song that is chosen to play next right after a reload is added to the restored queue', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  await playAlone(page, 'Bread');
  await page.goBack();
  await choose(page, 'Butter', 'Add to queue');
  await choose(page, 'Broth', 'Add to queue');
  await openQueue(page);
  await queued(page, ['Bread', 'Butter', 'Broth']);

  const { promise: mayLoad, resolve: letLoad } = Promise.withResolvers<void>();
  for (const part of ['frame/playing/bar.tsx', 'catalogue/player/saved-player.ts'])
    await page.route(chunkOf(part), async (route) => {
      await mayLoad;
      await route.continue();
    });
  await page.reload();
  await choose(page, 'Brine', 'Play next');
  letLoad();
  await expect(titled(page)).toHaveText('Bread');
  await openQueue(page);
  await queued(page, ['Bread', 'Brine', 'Butter', 'Broth']);
});

test('a queue of 1,000 tracks is complete after a reload, and plays on beyond the tracks that were loaded first', async ({
  page,
}) => {
  const owner = await musician(page);
  const titles = Array.from({ length: 1000 }, (_, n) => `Course ${String(n + 1).padStart(4, '0')}`);
  // The songs are unpublished, so that lists of other journeys don't show them.
  await transaction(db, async (tx) => {
    await tx`
      insert into media (id, musician_id, title, type, filename, availability, source_id)
      select gen_random_uuid(), ${owner}, title, 'song', 'song.mp3', 'complete', gen_random_uuid()
      from unnest(${titles}::text[]) title`;
    await insertMissingSources(tx);
    await tx`
      update sources set playback = (select playback from sources where owner_id = ${bread})
      where user_id = ${owner}`;
  });
  const songs = await db<{ id: string }[]>`select id from media where musician_id = ${owner} order by title`;
  const made = await page.request.post('/api/playlists', {
    headers: HEADERS,
    data: { name: 'Banquet', visibility: 'private', media: songs.map(({ id }) => id) },
  });
  expect(made.status(), await made.text()).toBe(200);
  const { id: playlistId } = (await made.json()) as { id: string };

  await page.goto(`/playlists/${playlistId}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await bar(page).getByRole('button', { name: 'Next' }).click();
  await expect(titled(page)).toHaveText('Course 0002');
  await sounding(page);

  await page.reload();
  await expect(titled(page)).toHaveText('Course 0002');
  await openQueue(page);
  await expect(panel(page).getByText('1,000 tracks', { exact: true })).toBeVisible();
  const more = panel(page).getByRole('button', { name: 'Show 100 more' });
  for (const shown of [100, 200]) {
    await queued(page, titles.slice(0, shown));
    await more.click();
  }
  await queued(page, titles.slice(0, 300));
  await panel(page).getByRole('button', { name: 'Play Course 0300' }).click();
  await sounding(page);
  await page.keyboard.press('Escape');
  await bar(page).getByRole('button', { name: 'Next' }).click();
  await expect(titled(page)).toHaveText('Course 0301');
  await sounding(page);
  await db`delete from media where musician_id = ${owner}`;
});

test('two tabs never play at once: the tab that was playing pauses and shows why', async ({ page, context }) => {
  await playAlone(page, 'Bread');
  const other = await context.newPage();
  await playAlone(other, 'Butter');
  await sounding(page, false);
  const word = bar(page).getByText('Paused: playing in another tab', { exact: true });
  await expect(word).toBeVisible();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await expect(word).toHaveCount(0);
  await sounding(other, false);
  await expect(bar(other).getByText('Paused: playing in another tab', { exact: true })).toBeVisible();
});

test('what an account played is offered on another device, and continues there on request', async ({
  page,
  browser,
}) => {
  const person = await signUp(page);
  await playAlone(page, 'Bread');
  await page.goBack();
  await choose(page, 'Broth', 'Add to queue');
  await bar(page).getByRole('slider', { name: 'Seek' }).press('PageUp');
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  const kept = async () => {
    const answer = await page.request.get('/api/player');
    const { player } = (await answer.json()) as { player: { at: number; queue: unknown[] } | null };
    return player !== null && player.queue.length === 2 && player.at > 1;
  };
  await expect.poll(kept).toBe(true);
  const offerTo = (one: Page) => one.getByRole('region', { name: 'Continue where you left off' });
  const reload = async () => {
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/player'));
    await page.reload();
    await asked;
    await expect(titled(page)).toHaveText('Bread');
  };
  // There is no offer here, because the reload restored the song that was played last.
  await reload();
  await expect(offerTo(page)).toHaveCount(0);

  const other = await freshPage(browser);
  await enter(other, person);
  await other.goto('/genres');
  const offer = offerTo(other);
  await expect(offer.getByText('Bread', { exact: true })).toBeVisible();
  await expect(bar(other)).toHaveCount(0);
  await other.setViewportSize({ width: 390, height: 844 });
  await other.emulateMedia({ colorScheme: 'light' });
  await other.setViewportSize({ width: 1440, height: 900 });
  await offer.getByRole('button', { name: 'Continue', exact: true }).click();
  await sounding(other);
  await expect(offer).toHaveCount(0);
  await expect.poll(() => other.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(1);
  await openQueue(other);
  await queued(other, ['Bread', 'Broth']);
  await other.keyboard.press('Escape');

  // The older queue on this device doesn't hide that another device has played on since.
  await bar(other).getByRole('button', { name: 'Next' }).click();
  await sounding(other);
  await expect
    .poll(
      async () =>
        ((await (await page.request.get('/api/player')).json()) as { player: { index: number } }).player.index,
    )
    .toBe(1);
  await reload();
  await expect(offerTo(page).getByText('Broth', { exact: true })).toBeVisible();
  await offerTo(page).getByRole('button', { name: 'Continue', exact: true }).click();
  await sounding(page);
  await expect(titled(page)).toHaveText('Broth');
  await expect(offerTo(page)).toHaveCount(0);

  // Closing the player removes the saved queue for all devices.
  await bar(other).getByRole('button', { name: 'Close the player' }).click();
  await expect
    .poll(async () => (await (await page.request.get('/api/player')).json()) as unknown)
    .toEqual({ player: null });
});
