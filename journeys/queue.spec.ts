import { type Page, expect, test } from './test.ts';
import { media } from '@scoville/contract/media.ts';
import { browseNext } from '@scoville/contract/recommendations.ts';
import { type Pool, transaction } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { changeSource, insertMedia, insertMissingSources } from '../server/testkit/media.ts';
import { chunkOf } from './chunks.ts';
import { openDatabase } from './catalogue.ts';
import { listening } from './listening.ts';
import { HEADERS, enter, freshPage, musician, signUp } from './people.ts';
import { unique } from './reviewing.ts';
import { drop, pickUp } from './sorting.ts';

let db: Pool;
/** The address of a genre whose list holds five songs of this journey alone. */
let course: string;
let cook: string;
let bread: string;
const TITLES = ['Bread', 'Butter', 'Broth', 'Brine'] as const;
/** Another musician's, in the same genre. */
const GUEST = 'Dessert';

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  const { owner, songs } = await listening(page);
  cook = owner;
  const guest = await musician(await freshPage(browser));
  await page.close();
  db = openDatabase();
  const [genre, slug] = [newId(), `course${unique()}`];
  await db`insert into categories (id, kind, name, slug, position) values (${genre}, 'genre', ${slug}, ${slug}, 99)`;
  const [sounds] = await db<{ playback: unknown }[]>`select playback from sources where owner_id = ${songs[0]}`;
  for (const title of [...TITLES, GUEST]) {
    const musicianId = title === GUEST ? guest : owner;
    const id = await insertMedia(db, { musicianId, title, scores: [94, 93, 95], length: 63, genreId: genre });
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
/** The titles in the queue, in its order. */
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

/** Plays one of the songs alone, from its own page. */
async function playAlone(page: Page, title: string): Promise<void> {
  await page.goto(course);
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await expect(bar(page)).toBeVisible();
}

/** Chooses from the menu of a song's card. */
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

test('PL-09 a queue is built from cards, put in order by keys and by the mouse, and survives a reload', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  await playAlone(page, 'Bread');
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(course));
  await choose(page, 'Butter', 'Add to queue');
  await expect(page.getByText('“Butter” added to the queue.')).toBeVisible();
  await choose(page, 'Broth', 'Play next');
  await choose(page, 'Brine', 'Add to queue');
  await openQueue(page);
  await queued(page, ['Bread', 'Broth', 'Butter', 'Brine']);

  const grip = panel(page).getByRole('button', { name: 'Move Brine', exact: true });
  await pickUp(
    grip,
    page
      .getByText(/^Brine is in position 4 of 4/)
      .or(page.getByText('Picked up Brine.'))
      .first(),
  );
  await grip.press('ArrowUp');
  // Let go before the list has said where it is, it would fall back.
  await expect(page.getByText(/^Brine is in position 3 of 4/).first()).toBeAttached();
  await grip.press('Space');
  await queued(page, ['Bread', 'Broth', 'Brine', 'Butter']);

  const from = await panel(page).getByRole('button', { name: 'Move Butter', exact: true }).boundingBox();
  const to = await panel(page).getByRole('button', { name: 'Move Broth', exact: true }).boundingBox();
  await page.mouse.move(from!.x + 20, from!.y + 20);
  await page.mouse.down();
  await page.mouse.move(from!.x + 20, from!.y, { steps: 4 });
  await page.mouse.move(to!.x + 20, to!.y + 16, { steps: 8 });
  await drop(page);
  await queued(page, ['Bread', 'Butter', 'Broth', 'Brine']);

  await panel(page).getByRole('button', { name: 'Remove Broth from the queue' }).press('Enter');
  await queued(page, ['Bread', 'Butter', 'Brine']);
  // Whoever takes out several by the keyboard stays where they are.
  await expect(panel(page).getByRole('button', { name: 'Remove Brine from the queue' })).toBeFocused();
  await expect(panel(page).getByRole('link', { name: 'Log in to save it' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Repeat: off' }).click();
  await expect(panel(page).getByRole('button', { name: 'Repeat: all' })).toBeVisible();
  await sounding(page);

  await page.reload();
  await expect(titled(page)).toHaveText('Bread');
  await sounding(page, false);
  await openQueue(page);
  await queued(page, ['Bread', 'Butter', 'Brine']);
  await expect(panel(page).getByRole('button', { name: 'Repeat: all' })).toBeVisible();

  await panel(page).getByRole('button', { name: 'Play Brine' }).click();
  await sounding(page);
  await expect(panel(page).getByRole('button', { name: 'Pause Brine' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close the queue' }).click();
  // The last one leads to the first again.
  await bar(page).getByRole('button', { name: 'Next' }).click();
  await expect(titled(page)).toHaveText('Bread');
  await openQueue(page);
  await panel(page).getByRole('button', { name: 'Clear' }).click();
  await queued(page, ['Bread']);
  await expect(panel(page).getByText(/^Nothing follows/)).toBeVisible();
  await sounding(page);
});

test('what is asked for right after a reload comes after the queue that it brings back', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  await playAlone(page, 'Bread');
  await page.goBack();
  await choose(page, 'Butter', 'Add to queue');
  await choose(page, 'Broth', 'Add to queue');
  await openQueue(page);
  await queued(page, ['Bread', 'Butter', 'Broth']);

  const { promise: mayLoad, resolve: letLoad } = Promise.withResolvers<void>();
  await page.route(chunkOf('player/bar.tsx'), async (route) => {
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

test('a queue of 1,000 tracks is whole after a reload, and goes on past those that were there at once', async ({
  page,
}) => {
  const owner = await musician(page);
  const titles = Array.from({ length: 1000 }, (_, n) => `Course ${String(n + 1).padStart(4, '0')}`);
  // Its owner's alone, so that no list of another journey shows them.
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

test('a member keeps the queue as a playlist, in its order', async ({ page }) => {
  await signUp(page);
  await playAlone(page, 'Bread');
  await page.goBack();
  await choose(page, 'Butter', 'Add to queue');
  await choose(page, 'Broth', 'Play next');
  await openQueue(page);
  await queued(page, ['Bread', 'Broth', 'Butter']);
  await panel(page).getByRole('button', { name: 'Save as playlist' }).click();
  const form = page.getByRole('dialog', { name: 'Save as playlist' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name', { exact: true }).fill('First course');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toBeHidden();
  await expect(panel(page).getByText('Saved as First course.')).toBeVisible();
  await panel(page).getByRole('link', { name: 'First course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First course' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Songs and videos of First course' }).getByRole('paragraph')).toHaveText([
    'Bread',
    'Broth',
    'Butter',
  ]);
  await sounding(page);
});

test('PL-02 the queue is seen from the display too, and shuffled there and back', async ({ page }) => {
  await page.goto(course);
  await expect(page.getByRole('main').getByRole('button', { name: /^Play / })).toHaveCount(5);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await sounding(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await bar(page)
    .getByRole('button', { name: /in the player$/ })
    .click();
  const display = page.getByRole('dialog', { name: /^Player/ });
  await display.getByRole('button', { name: 'Queue', exact: true }).click();
  await expect(rows(page)).toHaveCount(5);
  const before = await order(page);
  const shuffle = panel(page).getByRole('button', { name: 'Shuffle' });
  await shuffle.click();
  await expect(shuffle).toHaveAttribute('aria-pressed', 'true');
  // What plays comes first in it.
  await expect(rows(page).first().locator('[aria-current=true]')).toBeAttached();
  await shuffle.click();
  await queued(page, before as string[]);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(display).toBeVisible();
});

test('when the queue ends a recommendation of another musician follows, with its reason, unless that is turned off', async ({
  page,
}) => {
  const seek = bar(page).getByRole('slider', { name: 'Seek' });
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/browse/next'));
  // What this run's catalogue holds has no files of its own, and may be all that is recommended: it sounds as Bread does.
  const read = await page.request.get(`/api/media/${bread}`);
  const { sources } = media.reply.parse(await read.json());
  await page.route('**/api/browse/next', async (route) => {
    const response = await route.fetch();
    const found = browseNext.reply.parse(await response.json());
    const playable = found.media.map((one) => (one.sources.length > 0 ? one : { ...one, sources }));
    await route.fulfill({ response, json: { ...found, media: playable } });
  });
  await playAlone(page, 'Bread');
  await openQueue(page);
  await expect(panel(page).getByText(/^Nothing follows except recommendations/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  // Its last seconds, from which on the next one is there to be loaded.
  await seek.press('PageUp');
  await seek.press('PageUp');
  const answered = browseNext.reply.parse(await (await answer).json());
  const next = answered.media.find(({ musician: { id } }) => id !== cook)!;
  await expect(bar(page).getByRole('button', { name: 'Next' })).toBeEnabled();
  // It is looked at in peace: the track would end meanwhile.
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await openQueue(page);
  await queued(page, ['Bread', next.title]);
  await expect(rows(page).nth(1)).toContainText('Recommended');
  await expect(rows(page).nth(0)).not.toContainText('Recommended');
  await page.keyboard.press('Escape');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);

  const shown = page.waitForRequest((request) => request.url().endsWith('/api/showings'));
  const played = page.waitForRequest((request) => request.postData()?.includes('"origin":"queue"') === true);
  await seek.press('End');
  await expect(titled(page)).toHaveText(next.title);
  await sounding(page);
  expect((await shown).postDataJSON()).toMatchObject({ place: 'queue', media: [next.id] });
  expect((await played).postDataJSON()).toMatchObject({ statTitle: 'play-media', media: next.id });
  // The one after it is there already, and goes with the wish for it.
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await openQueue(page);
  await expect.poll(async () => (await order(page))?.length).toBeGreaterThan(2);
  await page.keyboard.press('Escape');
  await bar(page)
    .getByRole('button', { name: /^Playback settings/ })
    .click();
  await page.getByLabel('Keep playing').selectOption('off');
  await page.keyboard.press('Escape');
  await openQueue(page);
  await queued(page, ['Bread', next.title]);
  await page.keyboard.press('Escape');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await seek.press('End');
  await sounding(page, false);
  await expect(titled(page)).toHaveText(next.title);
});

test('a queue whose recommendations cannot be loaded ends with a word', async ({ page }) => {
  await page.route('**/api/browse/next', (route) => route.abort());
  await playAlone(page, 'Bread');
  await bar(page).getByRole('slider', { name: 'Seek' }).press('End');
  await expect(page.getByText('The queue has ended. Recommendations could not be loaded.')).toBeVisible();
  await sounding(page, false);
  await expect(titled(page)).toHaveText('Bread');
});

test('two tabs never play at once: the one that played gives way and says so', async ({ page, context }) => {
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

test('what an account listened to is offered at its other device, and goes on there at a press', async ({
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
  // What a reload brought back here is what was heard last.
  await reload();
  await expect(offerTo(page)).toHaveCount(0);

  const other = await freshPage(browser);
  await enter(other, person);
  await other.goto('/genres');
  const offer = offerTo(other);
  await expect(offer.getByText('Bread', { exact: true })).toBeVisible();
  await expect(bar(other)).toHaveCount(0);
  await offer.getByRole('button', { name: 'Continue', exact: true }).click();
  await sounding(other);
  await expect(offer).toHaveCount(0);
  await expect.poll(() => other.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(1);
  await openQueue(other);
  await queued(other, ['Bread', 'Broth']);
  await other.keyboard.press('Escape');

  // An old queue here does not hide that another device went on since.
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

  // Who closes the player has done with it, at every device.
  await bar(other).getByRole('button', { name: 'Close the player' }).click();
  await expect
    .poll(async () => (await (await page.request.get('/api/player')).json()) as unknown)
    .toEqual({ player: null });
});

test('a genre, a playlist and an album are put into the queue whole, and what plays has its menu in the display', async ({
  page,
}) => {
  const owner = await musician(page);
  const whole = async (name: string, what: string, said: string) => {
    await page
      .getByRole('main')
      .getByRole('button', { name: `More for ${name}`, exact: true })
      .click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
    await expect(page.getByText(said)).toBeVisible();
  };
  const idOf = async (title: string) =>
    (await db<{ id: string }[]>`select id from media where musician_id = ${cook} and title = ${title}`)[0]?.id ?? '';
  const [sounds] = await db<{ playback: unknown }[]>`select playback from sources where owner_id = ${bread}`;
  const songs: string[] = [];
  for (const title of ['Loaf', 'Crust']) {
    const id = await insertMedia(db, { musicianId: owner, title, length: 63 });
    await changeSource(db, id, { playback: db.json(sounds?.playback as never) });
    songs.push(id);
  }
  const made = await page.request.post('/api/playlists', {
    headers: HEADERS,
    data: { name: 'Supper', visibility: 'unlisted', media: [await idOf('Broth'), await idOf('Brine')] },
  });
  const { id: playlistId } = (await made.json()) as { id: string };
  const saved = await page.request.put(`/api/users/${owner}`, {
    headers: HEADERS,
    data: { albums: [{ title: 'Leavened', releaseDate: '2026-01-01' }] },
  });
  const [album] = ((await saved.json()) as { albums: { id: string }[] }).albums;
  const kept = await page.request.put(`/api/albums/${album?.id}/songs`, {
    headers: HEADERS,
    data: { songs },
  });
  expect(kept.status(), await kept.text()).toBe(200);

  await page.goto(`/playlists/${playlistId}`);
  await whole('Supper', 'Add to queue', '2 tracks added to the queue.');
  await page.goto(`/${owner}`);
  await page.getByRole('button', { name: 'Albums', exact: true }).click();
  await whole('Leavened', 'Play next', '2 tracks play next.');
  await openQueue(page);
  await queued(page, ['Broth', 'Loaf', 'Crust', 'Brine']);
  await expect(titled(page)).toHaveText('Broth');
  await page.keyboard.press('Escape');
  await page.goto(course);
  await whole(course.replace('/genres/', ''), 'Add to queue', '5 tracks added to the queue.');
  await openQueue(page);
  await expect
    .poll(async () => (await order(page)).toSorted())
    .toEqual(['Bread', 'Brine', 'Broth', 'Butter', 'Crust', GUEST, 'Loaf']);
  await page.keyboard.press('Escape');

  await bar(page).getByRole('button', { name: 'Expand the player' }).click();
  const display = page.getByRole('dialog', { name: 'Player, Broth' });
  await display.getByRole('button', { name: 'More for Broth' }).click();
  await page.getByRole('menuitem', { name: 'Add to playlist' }).click();
  const adding = page.getByRole('dialog', { name: 'Add to playlist' });
  await expect(adding.getByText('Supper')).toBeVisible();
  await db`delete from media where id = any(${songs})`;
});
