import { logout } from '@scoville/contract/accounts/auth/auth.ts';
import { genreInfo, genres, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { home } from '@scoville/contract/listening/discovery/discovery.ts';
import { help } from '@scoville/contract/business/support/help.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { member, musician } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { expectNoSideways, textsOf } from '../../testkit/matchers.ts';
import { genre, homeWith, inPages, listNamed, mood } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const navbar = page.getByRole('banner');
const main = navbar.getByRole('navigation', { name: 'Main' });
const account = navbar.getByRole('button', { name: /^Account of / });
const entry = (name: string | RegExp) => page.getByRole('menuitem', { name, exact: true });

beforeEach(() => {
  quietPages();
  fake(help, { intro: '', sections: [] });
});

test('MB-01 MB-04 MB-05 the navbar links visitors to genres, moods, sign-in, sign-up and their first upload', async () => {
  await openScreen('/help/about');
  await expect.poll(() => textsOf(main.getByRole('link'))).toEqual(['Genres', 'Moods']);
  for (const [name, path] of [
    ['Genres', '/genres'],
    ['Moods', '/moods'],
    ['Sign in', '/login'],
    ['Create Account', '/signup'],
  ] as const) {
    await navbar.getByRole('link', { name, exact: true }).click();
    await expect.poll(address).toBe(path);
  }
  const upload = navbar.getByRole('link', { name: "Upload, It's Free", exact: true });
  await expect.element(upload).toHaveText("Upload, It's Free");
  await expect.element(upload).toHaveAttribute('href', '/upload');
  await openScreen('/help/about', { as: member() });
  await expect.element(navbar.getByRole('link', { name: 'Upload', exact: true })).toBeVisible();
  expect(textsOf(main.getByRole('link'))).toEqual(['Genres', 'Moods']);
  await expect.element(navbar.getByRole('link', { name: /Sign in|Create Account|Free/ })).not.toBeInTheDocument();
});

test('the navbar fits windows of every width, for visitors and for members', async () => {
  const isWhole = (locator: typeof navbar) => {
    const { left, right } = locator.element().getBoundingClientRect();
    return left >= 0 && right <= window.innerWidth;
  };
  const upload = navbar.getByRole('link', { name: "Upload, It's Free" });
  for (const [as, last] of [
    [null, upload],
    [member(), account],
  ] as const) {
    await openScreen('/help/about', { as });
    for (const width of [640, 767, 768, 900, 1023, 1024]) {
      await page.viewport(width, 700);
      await expect.poll(() => isWhole(last)).toBe(true);
      await expectNoSideways();
    }
  }
  await page.viewport(768, 700);
  await openScreen('/help/about');
  await navbar.getByRole('button', { name: 'Menu' }).click();
  await expect.element(entry('Create Account')).toBeVisible();
});

test('the navbar cuts a long product name on a phone', async () => {
  for (const as of [null, member()]) {
    await openScreen('/help/about', { as, settings: { productName: 'The Scoville Record Club' } });
    await expect.element(navbar.getByRole('link', { name: 'The Scoville Record Club' })).toBeVisible();
    await expect.element(navbar.getByRole('link', { name: /^Upload/ })).toBeVisible();
    for (const width of [390, 320]) {
      await page.viewport(width, 700);
      await expectNoSideways();
    }
  }
});

test('the navbar shows the whole product name on a phone, or only the logo on the narrowest ones', async () => {
  const name = navbar.getByText('Scoville', { exact: true });
  const isCut = () => name.element().scrollWidth > name.element().clientWidth && name.element().clientWidth > 1;
  for (const as of [null, member()]) {
    await openScreen('/help/about', { as });
    await expect.element(navbar.getByRole('link', { name: 'Scoville' })).toBeVisible();
    for (const width of [320, 360, 375, 390]) {
      await page.viewport(width, 700);
      await expectNoSideways();
      await expect.poll(isCut, { message: `cut at ${width}` }).toBe(false);
    }
  }
});

test('MB-02 members have search, stats, favorites, messages and Upload, and Upgrade until they subscribe', async () => {
  await openScreen('/help/about', { as: member() });
  await expect.element(navbar.getByRole('combobox', { name: 'Search' })).toBeVisible();
  await expect.element(navbar.getByRole('button', { name: 'Stats', exact: true })).toBeVisible();
  await expect.element(navbar.getByRole('link', { name: 'Favorites' })).toHaveAttribute('href', '/favorites');
  await expect.element(navbar.getByRole('button', { name: 'Messages' })).toBeVisible();
  await expect.element(navbar.getByRole('link', { name: 'Upload', exact: true })).toHaveAttribute('href', '/upload');
  const upgrade = navbar.getByRole('link', { name: 'Upgrade' });
  await expect.element(upgrade).toHaveAttribute('href', '/account/subscription');
  await openScreen('/help/about', { as: member({ isSubscribed: true }) });
  await expect.element(navbar.getByRole('button', { name: 'Stats', exact: true })).toBeVisible();
  await expect.element(upgrade).not.toBeInTheDocument();
});

test('MB-07 MB-08 the account’s menu links to the own profile, and to the own songs and videos with their number', async () => {
  const juno = musician({ uploadedSongs: 2, uploadedVideos: 1 });
  await openScreen('/help/about', { as: juno });
  await account.click();
  const own = entry(/^Songs & Videos/);
  await expect.element(own).toHaveText('Songs & Videos3');
  await expect.element(own).toHaveAttribute('href', '/account/media');
  await expect.element(entry('My Profile')).toHaveAttribute('href', `/${juno.id}`);
  await openScreen('/help/about', { as: { ...juno, username: 'Pia' } });
  await account.click();
  await expect.element(entry('My Profile')).toHaveAttribute('href', '/Pia');
});

test('MB-11 the account’s menu links to settings, subscription, password, help and account deletion', async () => {
  await openScreen('/help/about', { as: member() });
  await account.click();
  for (const [name, path] of [
    ['Account Settings', '/account'],
    ['Subscription Mild', '/account/subscription'],
    ['Notifications', '/account/notifications'],
    ['Change password', '/reset'],
    ['Help', '/help'],
    ['Delete Account', '/account/delete'],
  ] as const)
    await expect.element(entry(name)).toHaveAttribute('href', path);
  await entry('Help').click();
  await expect.poll(address).toBe('/help/faq');
  await account.click();
  await entry('Delete Account').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Delete account' })).toBeVisible();
});

test('MB-12 Logout in the account’s menu ends the session and navigates Home', async () => {
  await openScreen('/help/about', { as: member() });
  const ended = fake(logout, () => {
    fake(me, refused(401, 'Please sign in.'));
    return { message: '' };
  });
  await account.click();
  await expect.element(entry('Logout')).toHaveAttribute('href', '/logout');
  await entry('Logout').click();
  await expect.poll(address).toBe('/');
  await expect.element(navbar.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(ended.calls).toHaveLength(1);
});

test('navigating between screens doesn’t wait for a timer', async () => {
  fake(genres, { genres: [genre('soul')], total: 1 });
  fake(moods, { moods: [mood('dusk')], total: 1 });
  fake(genreInfo, genre('soul'));
  fake(mediaSearch, inPages([]));
  fake(home, homeWith({ genres: [genre('soul')] }));
  await openScreen('/help/about');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  await main.getByRole('link', { name: 'Genres' }).click();
  await listNamed('Genres').getByRole('link', { name: 'Soul' }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText('Soul');
  await main.getByRole('link', { name: 'Moods' }).click();
  await expect.element(listNamed('Moods')).toBeVisible();
  await navbar.getByRole('link').first().click();
  await expect.element(listNamed('Browse by taste')).toBeVisible();
});
