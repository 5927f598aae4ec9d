import { readFile } from 'node:fs/promises';
import { expect, test } from './testkit/test.ts';
import { mediaRetention, mediaStats } from '../contract/listening/stats.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { listening } from './testkit/listening.ts';
import { freshPage, musician } from './testkit/people.ts';

test('MB-03 MB-14 the stats button opens plays, listeners, favorites and shares by month', async ({ page }) => {
  const id = await musician(page);
  const db = openDatabase();
  const mediaId = await insertMedia(db, { musicianId: id });
  await db`
    insert into stat_days (day, title, musician_id, media_id, n) select day, title, ${id}::uuid, media, n
    from (values (current_date, 'play-media', ${mediaId}::uuid, 1200), (current_date - 40, 'play-media', ${mediaId}::uuid, 34),
      (current_date, 'share-media', ${mediaId}::uuid, 5), (current_date, 'listener', null, 801),
      (current_date, 'from-list', null, 900), (current_date, 'from-search', null, 300),
      (current_date, 'shown-browse', ${mediaId}::uuid, 70)) rows(day, title, media, n)`;
  const other = await insertMedia(db, { musicianId: id, title: 'Half heard', length: 200 });
  await db`
    insert into media_retention (media_id, listens, parts)
    select id, listens, array(select case when part < 20 then listens else listens / still end from generate_series(0, 39) part)
    from (values (${mediaId}::uuid, 600, 1), (${other}::uuid, 40, 4)) rows(id, listens, still)`;
  await db.end();
  await page.goto('/');
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === mediaStats.path);
  await page.getByRole('banner').getByRole('button', { name: 'Stats' }).click();
  const { playCountInfo } = mediaStats.reply.parse(await (await asked).json());
  const dialog = page.getByRole('dialog', { name: 'Your stats' });
  const table = dialog.getByRole('table', { name: 'Your last twelve months' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(13);
  await expect(rows.nth(0)).toHaveText('MonthPlaysListenersFavoritesShares');
  const month = new Date().toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  await expect(rows.nth(1)).toHaveText(`${month}1,20080105`);
  await expect(table.getByRole('cell').nth(0)).toHaveText('1,200');
  await expect(table.locator('tbody tr td:nth-of-type(1)')).toHaveText(
    playCountInfo.months.map(({ plays }) => plays.toLocaleString('en-US')).toReversed(),
  );
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Lists and playlists' })).toContainText('900 plays');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Search' })).toContainText('300 plays');
  const heard = dialog.getByRole('region', { name: 'How far people listen' });
  await expect(heard.getByText('Share of 600 listens still playing:')).toBeVisible();
  await expect(heard.getByRole('definition')).toHaveText(['100 %', '100 %', '100 %', '100 %']);
  await heard.getByRole('combobox', { name: 'Song or video' }).selectOption('Half heard');
  await expect(heard.getByText('Share of 40 listens still playing:')).toBeVisible();
  await expect(heard.getByText('At 1:40')).toBeVisible();
  await expect(heard.getByRole('definition')).toHaveText(['100 %', '100 %', '25 %', '25 %']);
  await dialog.getByRole('button', { name: 'Favorites' }).click();
  await expect(dialog.getByText('No favorites in the last twelve months.')).toBeVisible();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('stats.csv');
  const written = await readFile(await file.path(), 'utf8');
  // The byte order mark makes spreadsheets read the file as UTF-8.
  expect(written.startsWith('\uFEFF')).toBe(true);
  const tables = written.trim().split('\r\n\r\n');
  const [ofMonths, ofOrigins, ofShowings, ofHeard] = tables.map((text) => text.split('\r\n'));
  expect(ofMonths).toHaveLength(13);
  expect(ofMonths?.at(-1)).toBe(`${new Date().toISOString().slice(0, 7)},1200,801,0,5`);
  expect(ofOrigins).toEqual(['origin,plays', 'list,900', 'search,300']);
  expect(ofShowings?.at(-1)).toMatch(/,70,0,0$/);
  expect(ofHeard).toHaveLength(81);
  expect(ofHeard?.at(-1)).toBe('Half heard,195.0,10,40');

  // On a phone, the stats open from the account's overview.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/account/overview');
  await page.getByRole('button', { name: 'Show by month' }).click();
  await expect(rows.nth(1)).toHaveText(`${month}1,20080105`);
});

test('a musician sees how far people listen to a song, over its waveform', async ({ page, browser }) => {
  const { owner, songs } = await listening(await musician(page));
  const id = songs[1];
  const retention = async () =>
    mediaRetention.reply.parse(await (await page.request.get(`/api/mediaStats/${id}`)).json());
  const before = await retention();

  // The visitor hears the beginning, and then seeks to the very end.
  const visitor = await freshPage(browser);
  await visitor.goto(`/${owner}/${id}`);
  await visitor.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  const seek = visitor.getByRole('region', { name: 'Player' }).getByRole('slider', { name: 'Seek' });
  const played = visitor.waitForResponse((response) => response.request().postData()?.includes('play-media') === true);
  await played;
  const told = visitor.waitForRequest((request) => request.postData()?.includes('heard-media') === true);
  await seek.press('End');
  const { heard } = (await told).postDataJSON() as { heard: number[] };
  expect(heard.slice(0, 2)).toEqual([0, 1]);
  expect(heard).not.toContain(20);
  await expect.poll(async () => (await retention()).listens).toBe(before.listens + 1);
  const after = await retention();
  expect([after.parts[0], after.parts[20]]).toEqual([(before.parts[0] ?? 0) + 1, before.parts[20]]);

  await page.goto(`/account/media/edit/${id}`);
  const section = page.getByRole('region', { name: 'How far people listen' });
  await expect(section.getByText(`Of ${after.listens} listen`)).toBeVisible();
  const share = Math.round(((after.parts[19] ?? 0) / after.listens) * 100);
  await expect(section.getByRole('definition').nth(1)).toHaveText(`${share} %`);
  const saved = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download as CSV' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['second,heard,listens', `0.0,${after.parts[0]},${after.listens}`]);
  expect(lines).toHaveLength(41);
});
