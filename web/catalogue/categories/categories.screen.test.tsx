import { genres, moodPositions, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { administrator } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { pickUp } from '../../testkit/pick-up.ts';
import { genre, listNamed, mood } from '../../testkit/samples/lists.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { openScreen } from '../../testkit/screen.tsx';

beforeEach(() => quietPages());

const links = (name: string) => listNamed(name).getByRole('link');
const slugs = (name: string) =>
  links(name)
    .elements()
    .map((link) => link.getAttribute('href'));

test('RT-41 RT-43 all genres and moods are listed in their order, each a link with its number of tracks', async () => {
  fake(genres, { genres: [genre('soul', { mediaCount: 1234 }), genre('blues', { mediaCount: 1 })], total: 2 });
  fake(moods, { moods: [mood('dusk', { mediaCount: 0 })], total: 1 });
  await openScreen('/genres');
  await expect.poll(() => slugs('Genres')).toEqual(['/genres/soul', '/genres/blues']);
  expect(textsOf(links('Genres'))).toEqual(['SoulGenre, 1,234 tracks', 'BluesGenre, 1 track']);
  await openScreen('/moods');
  await expect.poll(() => slugs('Moods')).toEqual(['/moods/dusk']);
  expect(textsOf(links('Moods'))).toEqual(['DuskMood, 0 tracks']);
});

test('GM-12 administrators can arrange moods; other users have no handles', async () => {
  let all = [mood('dusk'), mood('dawn'), mood('noon')];
  fake(moods, () => ({ moods: all, total: 3 }));
  const saved = fake(moodPositions, ({ body: { positions } }) => {
    all = positions.flatMap(({ id }) => all.filter((one) => one.id === id));
    return { moods: all, total: 3 };
  });
  const [dusk, dawn, noon] = all.map(({ id }) => id);
  await openScreen('/moods', { as: administrator() });
  await pickUp(page.getByRole('button', { name: 'Move Dusk' }), 'Dusk is in position 1 of 3.');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByText('Dusk is in position 2 of 3.')).toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expect
    .poll(() => saved.calls.map(({ body }) => body.positions))
    .toEqual([
      [
        { id: dawn, position: 1 },
        { id: dusk, position: 2 },
        { id: noon, position: 3 },
      ],
    ]);
  const order = ['/moods/dawn', '/moods/dusk', '/moods/noon'];
  await expect.poll(() => slugs('Moods')).toEqual(order);
  await openScreen('/moods');
  await expect.poll(() => slugs('Moods')).toEqual(order);
  await expect.element(page.getByRole('button', { name: 'Move Dusk' })).not.toBeInTheDocument();
});
