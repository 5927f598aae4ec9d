import { expect, test } from './testkit/test.ts';
import { chunkOf } from './testkit/chunks.ts';
import { signIn, signUp } from './testkit/people.ts';
import { lastError } from './testkit/reviewing.ts';

test.describe('sign-in and sign-out', () => {
  test('RT-09 RT-20 J-07 logout leads to Home, and so does the next sign-in', async ({ page }) => {
    const person = await signUp(page);
    await page.goto('/logout');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(await page.evaluate(async () => (await fetch('/api/users/me')).status)).toBe(401);
    await page.goto('/login');
    await signIn(page, person);
    await expect(page).toHaveURL('/');
  });
});

test.describe('the frame', () => {
  test('the menu opens as soon as its code has loaded, and shows an error if loading fails', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(chunkOf('frame/shell/visitor-list.tsx'), async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Menu' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    release();
    await expect(page.getByRole('menuitemradio', { name: 'Same as the system' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();

    await page.unroute(chunkOf('frame/shell/visitor-list.tsx'));
    await page.route(chunkOf('frame/shell/visitor-list.tsx'), (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await expect(lastError(page)).toHaveText('The menu could not be loaded. Check your connection and try again.');
  });

  test('a chosen theme overrides the system’s, also after a reload', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/login');
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await ground()).toBe('rgb(22, 17, 14)');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expect.poll(ground).toBe('rgb(253, 248, 242)');
    await page.reload();
    expect(await ground()).toBe('rgb(253, 248, 242)');
  });
});
