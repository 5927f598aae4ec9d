import { type Locator, type Page, expect, test } from '../testkit/test.ts';
import type { Pool } from '../../server/platform/db/connection.ts';
import { insertMedia } from '../../server/testkit/media.ts';
import { openDatabase } from '../testkit/catalogue.ts';
import { HEADERS, asAdministrator, freshPage, musician, reviewer } from '../testkit/people.ts';
import { lastError, mailsAbout, rowOf, setScores, toast, unique } from '../testkit/reviewing.ts';
import { mediaOf, put } from '../testkit/uploading.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

/** Inserts a processed song of the page's musician, and submits it for review as the musician. */
async function submitted(page: Page, musicianId: string, title: string): Promise<string> {
  const id = await insertMedia(db, { musicianId, title, published: false });
  expect(await put(page, id, { allowCuration: true })).toBe(200);
  return id;
}
const curate = (page: Page, title: string) => page.getByRole('button', { name: `Curate ${title}` }).click();
const dialog = (page: Page) => page.getByRole('dialog');
const saved = async (page: Page) => expect(dialog(page)).toHaveCount(0);

/** Chooses an item from the menu of a row in the administrators' table. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('CU-01 CU-03 CU-05 CU-07 CU-21 MB-14 NO-05 J-12 a reviewer’s approval gives a song its band and its place in the lists, and mails the musician', async ({
  page,
  browser,
}) => {
  const owner = await musician(page);
  const title = `Cinder ${unique()}`;
  const id = await submitted(page, owner, title);
  await page.goto('/account/media');
  const line = page.getByRole('listitem').filter({ hasText: title });
  await expect(line.getByText('You’ll hear from us within 24hrs.', { exact: true })).toBeVisible();
  const desk = await freshPage(browser);
  await reviewer(desk);

  await desk.goto('/');
  await desk.getByRole('button', { name: /^Account of/ }).click();
  await desk.getByRole('menuitem', { name: 'Review' }).click();
  await expect(desk.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible();
  await expect(rowOf(desk, id).getByText(/^(23 h 5\d min left|24 h 0 min left)$/)).toBeVisible();

  await curate(desk, title);
  await expect(dialog(desk).getByRole('slider')).toHaveCount(3);
  await expect(dialog(desk).getByRole('button', { name: 'Curate', exact: true })).toBeDisabled();
  await dialog(desk).getByRole('button', { name: 'How scoring works' }).click();
  const criteria = desk.getByRole('dialog', { name: 'How scoring works' });
  const promise = 'A review usually takes 24 hours. In busy weeks it can take up to 48 hours.';
  await expect(criteria.getByText(promise, { exact: true })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(criteria).toHaveCount(0);
  await setScores(desk, 88, 84, 86);
  await expect(dialog(desk).getByRole('status')).toHaveText(
    '86PRFCTLY SEASNDApproved: you can choose a genre and a mood.',
  );
  await dialog(desk).getByLabel('Genre').selectOption({ index: 1 });
  await dialog(desk).getByLabel('Mood').selectOption({ index: 1 });
  await dialog(desk).getByLabel('Comment').fill('Smoke and sugar.');
  await dialog(desk).getByRole('button', { name: 'Curate', exact: true }).click();
  await expect(toast(desk, `The verdict on ${title} was saved.`)).toBeVisible();
  await expect(rowOf(desk, id)).toHaveCount(0);

  const media = await mediaOf(page, id);
  expect(media).toMatchObject({
    score: 86,
    band: 'A',
    curationMessage: 'Smoke and sugar.',
    curationStats: { storytelling: 88, execution: 84, thumbnailArt: 86 },
  });
  const [mail, ...more] = await mailsAbout(title);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('86 out of 100, PRFCTLY SEASND');
  for (const [kind, place] of [
    ['genres', media['curatedGenre']],
    ['moods', media['curatedMood']],
  ] as const) {
    const slug = (place as { slug: string }).slug;
    const list = await page.request.get(`/api/media?${kind.slice(0, -1)}=${slug}&curated=true`);
    expect(JSON.stringify(await list.json())).toContain(id);
  }
  for (const path of ['/perfectly-seasoned', '/']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link', { name: title, exact: true }).first()).toBeVisible();
  }
  await desk.context().close();
});

test('CU-06 CU-08 CU-09 CU-10 CU-11 CU-12 CU-13 CU-14 ME-39 SC-07 MB-14 J-13 rejections are hidden from visitors, and are discarded only after a confirmation', async ({
  page,
  browser,
}) => {
  const owner = await musician(page);
  const word = `Ash ${unique()}`;
  const [low, just, third] = [`${word} low`, `${word} just`, `${word} third`];
  const ids = {
    low: await submitted(page, owner, low),
    just: await submitted(page, owner, just),
    third: await submitted(page, owner, third),
  };
  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await desk.goto(`/admin/media?q=${encodeURIComponent(word)}`);

  await choose(desk, low, 'Curate');
  await setScores(desk, 60, 60, 59);
  const placed = [dialog(desk).getByLabel('Genre'), dialog(desk).getByLabel('Mood')];
  const flag = dialog(desk).getByLabel('May be listed in Perfectly Seasoned');
  for (const control of [...placed, flag]) await expect(control).toBeDisabled();
  await setScores(desk, 60, 60, 60);
  for (const control of [...placed, flag]) await expect(control).toBeEnabled();
  await setScores(desk, 59, 59, 59);
  await dialog(desk).getByRole('button', { name: 'Curate', exact: true }).click();
  await saved(desk);
  await expect(rowOf(desk, ids.low).getByText('Chopped', { exact: true })).toBeVisible();
  await desk.getByRole('button', { name: `Actions for ${low}` }).click();
  await expect(desk.getByRole('menuitem', { name: 'Reject' })).toHaveCount(0);
  await desk.keyboard.press('Escape');

  await choose(desk, just, 'Curate');
  await setScores(desk, 60, 60, 60);
  await dialog(desk).getByLabel('Genre').selectOption({ index: 1 });
  await dialog(desk).getByRole('button', { name: 'Curate', exact: true }).click();
  await saved(desk);
  await expect(rowOf(desk, ids.just).getByText('Score 60, UNDR COOKD', { exact: true })).toBeAttached();

  await choose(desk, third, 'Reject');
  await dialog(desk).getByLabel('Reason').fill('The end is cut off.');
  await dialog(desk).getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(toast(desk, `Rejected ${third}.`)).toBeVisible();
  expect((await mailsAbout(third))[0]?.text).toContain('The end is cut off.');

  await choose(desk, just, 'Update curation');
  for (const name of ['Storytelling', 'Execution'])
    await expect(dialog(desk).getByRole('slider', { name })).toBeDisabled();
  await expect(dialog(desk).getByRole('slider', { name: 'Thumbnail art' })).toBeEnabled();
  await dialog(desk).getByLabel('Comment').fill('A second thought.');
  await expect(dialog(desk).getByRole('button', { name: 'Update', exact: true })).toBeVisible();
  await dialog(desk).getByLabel('Genre').selectOption('');
  await dialog(desk).getByRole('button', { name: 'Remove', exact: true }).click();
  await saved(desk);
  expect(await mediaOf(page, ids.just)).toMatchObject({ curatedGenre: null, curationMessage: 'A second thought.' });
  expect((await mailsAbout(just)).length).toBe(1);

  await page.goto('/account/media');
  for (const title of [low, third]) {
    const line = page.getByRole('listitem').filter({ hasText: title });
    await expect(line.getByText('Chopped', { exact: true })).toBeVisible();
  }
  for (const id of [ids.low, ids.just, ids.third]) expect(await put(page, id, { allowCuration: true })).toBe(409);

  const visitor = await freshPage(browser);
  await visitor.goto(`/${owner}`);
  const card = (title: string) => visitor.getByRole('listitem').filter({ hasText: title });
  await expect(card(just).getByText('Score 60, UNDR COOKD', { exact: true })).toBeAttached();
  for (const title of [low, third]) {
    await expect(card(title)).toBeVisible();
    await expect(card(title)).not.toContainText(/Score|Chopped/i);
  }
  // The same on the song's own page. Another journey covers the player.
  const article = visitor.getByRole('article');
  await visitor.goto(`/${owner}/${ids.just}`);
  await expect(article.getByText('Score 60, UNDR COOKD', { exact: true })).toBeAttached();
  for (const [id, title] of [
    [ids.low, low],
    [ids.third, third],
  ] as const) {
    await visitor.goto(`/${owner}/${id}`);
    await expect(article.getByRole('heading', { name: title })).toBeVisible();
    await expect(article).not.toContainText(/Score|Chopped/i);
  }
  await visitor.context().close();

  // Curation is allowed again only in the song's own menu and after a confirmation, because this discards the verdict.
  await choose(desk, third, 'Allow Curation Again');
  await expect(dialog(desk)).toContainText('This discards its verdict');
  await dialog(desk).getByRole('button', { name: 'Cancel', exact: true }).click();
  expect((await mediaOf(desk, ids.third))['rejectedOn']).not.toBeNull();
  // A verdict that changed since the table was loaded is kept until the administrator has seen it.
  const judging = await freshPage(browser);
  await reviewer(judging);
  await choose(desk, third, 'Allow Curation Again');
  const curationStats = { storytelling: 70, execution: 70, thumbnailArt: 70 };
  expect(await put(judging, `${ids.third}?dontNotify=true`, { curationStats })).toBe(200);
  await judging.context().close();
  await dialog(desk).getByRole('button', { name: 'Allow Curation Again', exact: true }).click();
  await expect(lastError(desk)).toHaveText(/has a new or changed verdict that you have not seen/);
  await expect(dialog(desk)).toHaveCount(0);
  expect(await mediaOf(desk, ids.third)).toMatchObject({ score: 70 });
  await expect(rowOf(desk, ids.third)).not.toContainText('Chopped');
  await choose(desk, third, 'Allow Curation Again');
  await dialog(desk).getByRole('button', { name: 'Allow Curation Again', exact: true }).click();
  await expect(toast(desk, `Allowed curation again of ${third}.`)).toBeVisible();
  await expect(rowOf(desk, ids.third).getByText('Under review', { exact: true })).toBeVisible();
  await desk.context().close();
});

test('CU-18 CU-19 CU-20 ADM-13 MC-01 MC-02 MC-03 MC-04 MB-14 J-14 a high score can be pinned as Certified Hot, and the fifth score of 90 makes a Master Chef', async ({
  page,
  browser,
}) => {
  const owner = await musician(page);
  const word = `Flare ${unique()}`;
  const title = `${word} fifth`;
  for (let n = 1; n <= 4; n += 1)
    await insertMedia(db, { musicianId: owner, title: `${word} ${n}`, scores: [92, 92, 92] });
  const almost = await insertMedia(db, { musicianId: owner, title: `${word} almost`, scores: [90, 90, 89] });
  const id = await submitted(page, owner, title);
  const isChef = async () =>
    ((await (await page.request.get(`/api/musicians/${owner}`)).json()) as { isMasterChef: boolean }).isMasterChef;
  expect(await isChef()).toBe(false);

  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await desk.goto(`/admin/media?q=${encodeURIComponent(word)}`);
  await choose(desk, title, 'Curate');
  await setScores(desk, 92, 92, 92);
  await dialog(desk).getByRole('button', { name: 'Curate', exact: true }).click();
  await saved(desk);
  expect(await isChef()).toBe(true);

  await desk.getByRole('button', { name: `Actions for ${word} almost` }).click();
  await expect(desk.getByRole('menuitem', { name: 'Pin as Certified Hot' })).toHaveCount(0);
  await desk.keyboard.press('Escape');
  expect(await put(desk, almost, { pinnedFavorite: true })).toBe(400);
  await expect(rowOf(desk, id).getByText('Score 92, PRFCTLY SEASND', { exact: true })).toBeAttached();
  await choose(desk, title, 'Pin as Certified Hot');
  const hot = (where: Locator) => where.getByText('Certified Hot', { exact: true });
  await expect(hot(rowOf(desk, id))).toBeVisible();
  const home = (await (await page.request.get('/api/home')).json()) as { pinned: { id: string } | null };
  expect(home.pinned?.id).toBe(id);
  await page.goto('/');
  await expect(hot(page.getByRole('main'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();

  await page.goto(`/${owner}/${id}`);
  await expect(hot(page.getByRole('article'))).toBeVisible();
  await page.getByRole('button', { name: 'Master Chef: what is this?' }).click();
  await expect(page.getByRole('dialog', { name: 'Master Chef', exact: true }).getByRole('paragraph')).toHaveText([
    'A musician with 5 or more songs or videos that score 90 or higher is a Master Chef. The hat stands beside the name everywhere.',
    'The badge is often described as 3 to 5 songs at 90 or higher; here it takes 5.',
  ]);

  await choose(desk, title, 'Unpin from Certified Hot');
  await expect(hot(rowOf(desk, id))).toHaveCount(0);
  const removed = await page.request.delete(`/api/media/${id}`, { headers: HEADERS });
  expect(removed.ok()).toBe(true);
  expect(await isChef()).toBe(false);
  await desk.context().close();
});

test('an update sends only the fields that its reviewer changed, and keeps changes by another reviewer', async ({
  page,
  browser,
}) => {
  const owner = await musician(page);
  const title = `Shared ${unique()}`;
  const id = await submitted(page, owner, title);
  const [one, two] = [await freshPage(browser), await freshPage(browser)];
  await reviewer(one);
  await one.goto(`/${owner}/${id}`);
  const update = (desk: Page) => desk.getByRole('main').getByRole('button', { name: 'Update curation' });
  await one.getByRole('main').getByRole('button', { name: 'Curate', exact: true }).click();
  await setScores(one, 70, 70, 70);
  await dialog(one).getByRole('button', { name: 'Curate', exact: true }).click();
  await update(one).click();
  await dialog(one).getByLabel('Comment').fill('Warm.');

  await reviewer(two);
  await two.goto(`/${owner}/${id}`);
  await update(two).click();
  await dialog(two).getByLabel('Genre').selectOption('Jazz');
  await dialog(two).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(toast(two, 'Successfully updated!')).toBeVisible();
  // A new comment makes the first reviewer's page load the current state of the song.
  const read = one.waitForResponse((answer) => answer.url().endsWith(`/api/media/${id}`) && answer.ok());
  const said = await two.request.post(`/api/comments/${id}`, { headers: HEADERS, data: { comment: 'Nice.' } });
  expect(said.status(), await said.text()).toBe(200);
  await read;
  await expect(one.getByText('Nice.')).toHaveCount(1);

  await dialog(one).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(toast(one, 'Successfully updated!')).toBeVisible();
  const { curatedGenre, curationMessage } = (await (await two.request.get(`/api/media/${id}`)).json()) as {
    curatedGenre: { name: string };
    curationMessage: string;
  };
  expect([curatedGenre.name, curationMessage]).toEqual(['Jazz', 'Warm.']);
  for (const desk of [one, two]) await desk.context().close();
});
