import { adSettings, adStats, ads, removeAd, sendAdStats } from '@scoville/contract/business/ads/ads.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { administrator } from '../../testkit/accounts.ts';
import { fake, hold, lost, refused } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { button, dialog, keptAds, poster, slot } from '../../testkit/samples/ads.ts';
import { quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

const settings = page.getByRole('region', { name: 'Ad settings' });
const enabled = settings.getByLabelText('Ads are on');
const interval = settings.getByLabelText('Play interval (seconds)');
const during = settings.getByLabelText('Play during (seconds)');
const save = settings.getByRole('button', { name: 'Save settings' });
const updated = toast('Ad Settings Updated');

beforeEach(() => quietAdministration());

const titles = () =>
  page
    .getByRole('list', { name: 'Ads' })
    .getByRole('article')
    .elements()
    .map((one) => one.getAttribute('aria-label'));
const open = (task: string, title: string) => page.getByRole('button', { name: `${task}: ${title}` }).click();

test('saving ad settings keeps another administrator’s changes and newer input', async () => {
  const kept = keptAds();
  kept.change({ enabled: true });
  await openScreen('/admin/ads', { as: administrator() });
  await expect.element(enabled).toBeChecked();
  kept.change({ enabled: false });
  const held = hold(adSettings, ({ body }) => kept.change(body as Parameters<typeof kept.change>[0]));
  await interval.fill('20');
  await save.click();
  await expect.poll(() => held.calls.map(({ body }) => body)).toEqual([{ playInterval: 20 }]);
  await during.fill('7');
  held.release();
  await expect.element(updated).toBeVisible();
  await expect.element(enabled).not.toBeChecked();
  await expect.element(interval).toHaveValue('20');
  await expect.element(during).toHaveValue('7');
  await save.click();
  await expect.poll(() => held.calls.at(-1)?.body).toEqual({ playDuring: 7 });
  await expect
    .poll(() => kept.settings())
    .toEqual({ enabled: false, playInterval: 20, playDuring: 7, playDuringMinTime: 0 });
});

test('an ad setting whose answer was lost is sent again, even if changed back', async () => {
  const kept = keptAds();
  kept.change({ playInterval: 20 });
  fake(adSettings, ({ body }) => {
    kept.change(body as Parameters<typeof kept.change>[0]);
    return lost();
  });
  await openScreen('/admin/ads', { as: administrator() });
  await interval.fill('40');
  await save.click();
  await expect.element(settings.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  const saved = fake(adSettings, ({ body }) => kept.change(body as Parameters<typeof kept.change>[0]));
  await interval.fill('20');
  await save.click();
  await expect.element(updated).toBeVisible();
  expect(saved.calls.map(({ body }) => body)).toEqual([{ playInterval: 20 }]);
  expect(kept.settings().playInterval).toBe(20);
});

/** Opens the screen with ads of these titles. */
async function openAds(...names: string[]) {
  const kept = keptAds(...names.map((title) => poster(title)));
  await openScreen('/admin/ads', { as: administrator() });
  await expect.poll(titles).toEqual(names);
  const removeElsewhere = (title: string) =>
    names.includes(title) && kept.remove(kept.all().find((one) => one.title === title)!.id);
  return { kept, removeElsewhere };
}

/** Expects that the dialog has closed with the reason, and that the list no longer contains the ad. */
async function expectOver(title: string): Promise<void> {
  await expect.element(toast(`“${title}” was removed in the meantime.`)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(titles).not.toContain(title);
}

test('viewing an ad that was removed in the meantime fails, and its statistics show the reason', async () => {
  const kept = keptAds(poster('Viewed', { url: '/away.png' }), poster('Measured'));
  await openScreen('/admin/ads', { as: administrator() });
  await open('View Ad', 'Viewed');
  await expect.element(dialog.getByText('The ad could not be shown.')).toBeVisible();
  await button('Close').last().click();
  const [, measured] = kept.all();
  kept.remove(measured!.id);
  fake(adStats, kept.gone());
  await open('View Stats', 'Measured');
  await expect.element(dialog.getByText('“Measured” was removed in the meantime.')).toBeVisible();
  await expect.poll(titles).not.toContain('Measured');
});

test('mailing the statistics of an ad that was removed in the meantime closes the dialog with the reason', async () => {
  const { kept, removeElsewhere } = await openAds('Mailed', 'Other');
  await open('Send Stats', 'Mailed');
  removeElsewhere('Mailed');
  const mailed = fake(sendAdStats, kept.gone());
  await button('Send').click();
  await expectOver('Mailed');
  expect(mailed.calls).toHaveLength(1);
});

test('changing an ad that was removed in the meantime closes the dialog with the reason', async () => {
  const { removeElsewhere } = await openAds('Edited', 'Other');
  await open('Edit', 'Edited');
  await slot('Title').fill('Edited too late');
  removeElsewhere('Edited');
  await button('Update').click();
  await expectOver('Edited');
});

test('removing an ad that was removed in the meantime closes the dialog with the reason', async () => {
  const { kept, removeElsewhere } = await openAds('Removed');
  await open('Edit', 'Removed');
  await button('Remove').click();
  removeElsewhere('Removed');
  const removed = fake(removeAd, kept.gone());
  await button('Remove').click();
  await expect.element(toast('“Removed” was removed in the meantime.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('No ads have been added yet.', { exact: true })).toBeVisible();
  expect(removed.calls).toHaveLength(1);
});

test('a failed reload of the ads is shown until a reload succeeds', async () => {
  const { kept } = await openAds('One');
  fake(ads, refused(503, 'Busy.'));
  await save.click();
  const stale = page.getByText('The ads could not be updated. What you see is from before.');
  await expect.element(stale).toBeVisible();
  fake(ads, { ads: kept.all(), total: 1, settings: kept.settings() });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(stale).not.toBeInTheDocument();
});
