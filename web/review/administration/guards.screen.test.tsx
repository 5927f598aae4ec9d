import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { administrator, member } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { fakeMediaTable, quietAdministration } from '../../testkit/samples/administration.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { emptyReply } from '../../testkit/trouble.ts';

test('RT-32 RT-33 RT-34 only administrators can open the tables', async () => {
  for (const path of ['/admin/media', '/admin/users', '/admin']) {
    await openScreen(path);
    await expect.poll(address).toBe('/login');
  }
  await openScreen('/admin/media', { as: member() });
  await expect.poll(address).toBe('/login');

  quietAdministration();
  fakeMediaTable();
  fake(users, emptyReply(users));
  await openScreen('/admin', { as: administrator() });
  await expect.poll(address).toBe('/admin/media');
  await expect.element(page.getByRole('heading', { name: 'Administer Media' })).toBeVisible();
  await expect.poll(() => document.title).toBe('Administer Media | Scoville');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Administer Users' })).toBeVisible();
  await expect.poll(() => document.title).toBe('Administer Users | Scoville');
});
