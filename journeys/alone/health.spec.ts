import { type Page, expect, test } from '../testkit/test.ts';
import type { Pool } from '../../server/platform/db/connection.ts';
import { openDatabase } from '../testkit/catalogue.ts';
import { asAdministrator, signUp } from '../testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const part = (page: Page, name: string) => page.locator(`[data-part="${name}"]`);

test('the health page shows the state of every part of the installation, and how to fix problems', async ({ page }) => {
  await signUp(page);
  await page.goto('/admin/health');
  await expect(page).toHaveURL('/login');
  await asAdministrator(page);
  await page.goto('/admin/media');
  await page.getByRole('link', { name: 'Health', exact: true }).click();
  await expect(page).toHaveTitle('Health | Scoville');
  for (const name of ['database', 'queue', 'workers', 'storage', 'mail']) await expect(part(page, name)).toBeVisible();
  await expect(part(page, 'database')).toContainText('PostgreSQL');
  await expect(part(page, 'storage')).toHaveAttribute('data-level', /ok|warn/);
  await expect(part(page, 'workers').getByText(/worker(s)? running on/)).toBeVisible();
  await expect(page.locator('[data-worker]').first()).toContainText('ffmpeg');

  // A worker that dies without signing off is reported on the open page, without a reload.
  await db`insert into workers (id, machine, seen_at) values (gen_random_uuid(), 'lost-machine', now() - interval '5 minutes')`;
  try {
    await expect(part(page, 'workers').getByText(/lost-machine went silent 5 minutes ago/)).toBeVisible();
    await expect(part(page, 'workers')).toHaveAttribute('data-level', 'warn');
    await expect(part(page, 'workers').getByText(/See the log of that machine/)).toBeVisible();
  } finally {
    await db`delete from workers where machine = 'lost-machine'`;
  }
  await page.setViewportSize({ width: 390, height: 844 });
  // Parts with problems are listed first, so the first part has to be visible.
  await expect(page.locator('[data-part]').first()).toBeInViewport({ ratio: 0.01 });
  // A phone shows five of the ten tabs, and the current tab is one of them.
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Administration' }).getByText('Health')).toBeInViewport();
});

test('the health page shows an error if its data cannot be loaded, and tries again on request', async ({ page }) => {
  await signUp(page);
  await asAdministrator(page);
  await page.route('/api/admin/health', (route) =>
    route.fulfill({ status: 500, json: { message: 'No.', errors: [] } }),
  );
  await page.goto('/admin/health');
  const trouble = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(trouble).toBeVisible();
  await page.unroute('/api/admin/health');
  await trouble.getByRole('button', { name: 'Try again' }).click();
  await expect(part(page, 'database')).toBeVisible();
});
