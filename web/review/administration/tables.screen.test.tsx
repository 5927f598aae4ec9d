import { adminMedia } from '@scoville/contract/review/administration.ts';
import { UserSummary, users } from '@scoville/contract/accounts/users/user-list.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NOW, administrator, newId } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { expectNoSideways } from '../../testkit/matchers.ts';
import { LAST_PAGE, musicianRef, ownSong, sample } from '../../testkit/sample.ts';
import { SOUL, placeOf, quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

const wilhelmina = sample(UserSummary, {
  id: newId(),
  name: 'Wilhelmina Überlang',
  displayName: 'Wilhelmina Überlang',
  email: 'wilhelmina@example.org',
  role: 'user',
  createdOn: NOW,
});
const long = ownSong({
  title: 'Shelf with a title that is rather long for a card',
  musician: musicianRef({ displayName: 'Wilhelmina Überlang' }),
  curatedGenre: placeOf(SOUL),
});
const TABLES = [
  {
    path: '/admin/media',
    caption: 'Media',
    answer: () => fake(adminMedia, { media: [long], total: 1, paging: LAST_PAGE }),
    row: page.getBySelector(`[data-media="${long.id}"]`),
    named: ['Name', 'Genre', 'Mood', 'Published', 'Curation', 'Rejected'],
  },
  {
    path: '/admin/users',
    caption: 'Users',
    answer: () => fake(users, { users: [wilhelmina], total: 1, paging: LAST_PAGE }),
    row: page.getBySelector(`[data-user="${wilhelmina.id}"]`),
    named: ['Role', 'Plan'],
  },
];

test.for(TABLES)(
  'on a phone the table "$caption" has a card for each row, with named cells and the menu beside the title',
  async ({ path, caption, answer, row, named }) => {
    quietAdministration();
    answer();
    await page.viewport(390, 844);
    await openScreen(path, { as: administrator() });
    await expect.element(row).toBeVisible();
    await expectNoSideways();
    const region = page.getByRole('region', { name: caption, exact: true }).element();
    expect(region.scrollWidth - region.clientWidth, 'nothing is cut').toBe(0);
    const cells = row.getByRole('cell').elements();
    for (const cell of cells) {
      const { left, right } = cell.getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
    }
    const names = cells.map((cell) => getComputedStyle(cell, '::before').content);
    expect(names).toEqual(['none', 'none', 'none', ...named.map((name) => `"${name}"`), 'none']);
    const menu = row.getByRole('button', { name: /^Actions for/ });
    const [title, actions] = [row.getByRole('link'), menu].map((of) => of.element().getBoundingClientRect());
    expect(actions?.top).toBeLessThan(title?.bottom ?? 0);
    expect(actions?.left).toBeGreaterThanOrEqual(title?.right ?? 0);
    await menu.click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await page.getByText('Select all of this page', { exact: true }).click();
    await expect.element(row.getByRole('checkbox')).toBeChecked();
  },
);

test('a table fades at the edge where content is cut off', async () => {
  quietAdministration();
  fake(adminMedia, { media: [long], total: 1, paging: LAST_PAGE });
  await page.viewport(800, 900);
  await openScreen('/admin/media', { as: administrator() });
  const region = page.getByRole('region', { name: 'Media', exact: true });
  await expect.element(region).toBeVisible();
  const fade = () => getComputedStyle(region.element()).maskImage;
  await expect.poll(fade).toMatch(/^linear-gradient\(90deg, rgb\(0, 0, 0\)/);
  region.element().scrollTo({ left: region.element().scrollWidth });
  await expect.poll(fade).toMatch(/^linear-gradient\(270deg, rgb\(0, 0, 0\)/);
  await page.viewport(1440, 900);
  await expect.poll(fade).toBe('none');
});
