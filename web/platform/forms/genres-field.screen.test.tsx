import { genreSuggestions } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { genreSlug } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { musician } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { expectNoSideways, textsOf } from '../../testkit/matchers.ts';
import { musicianRef, ownSong } from '../../testkit/sample.ts';
import { keptMedia } from '../../testkit/samples/own-media.ts';
import { openScreen } from '../../testkit/screen.tsx';

const field = page.getByLabelText('Genres', { exact: true });
const chips = page.getByRole('list', { name: 'Genres of this media' });
const save = page.getByRole('button', { name: 'Save', exact: true });
const own = (name: string) => ({ id: null, name, slug: genreSlug(name) });

async function openForm(...names: string[]) {
  const me = musician();
  const draft = ownSong({ musician: musicianRef({ id: me.id }), genres: names.map(own) });
  const kept = keptMedia(draft);
  const asked = fake(genreSuggestions, ({ query: { q } }) => ({
    genres: ['Soul', 'Soulful House', 'Shoegaze'].filter((name) => genreSlug(name).startsWith(genreSlug(q))).map(own),
  }));
  await openScreen(`/account/media/edit/${draft.id}`, { as: me });
  await expect.element(field).toBeVisible();
  return { ...kept, asked };
}

test('EN-03 own genres can be typed or chosen, are kept once each, and can be removed and saved', async () => {
  const { changes } = await openForm('Dub');
  await expect.poll(() => textsOf(chips.getByRole('listitem'))).toEqual(['Dub']);
  await field.fill('Soulf');
  await page.getByRole('option', { name: 'Soulful House' }).click();
  await expect.poll(() => textsOf(chips.getByRole('listitem'))).toEqual(['Dub', 'Soulful House']);
  await expect.element(field).toHaveValue('');
  await field.fill('City Pop');
  await userEvent.keyboard('{Enter}');
  await field.fill('city-pop');
  await userEvent.keyboard(',');
  await expect.poll(() => textsOf(chips.getByRole('listitem'))).toEqual(['Dub', 'Soulful House', 'City Pop']);
  await page.getByRole('button', { name: 'Remove the genre Dub' }).click();
  await field.fill('Last');
  await save.click();
  await expect.element(toast('Successfully updated!')).toBeVisible();
  expect(changes.map(({ body }) => body.genres?.map(({ name }) => name))).toEqual([
    ['Soulful House', 'City Pop', 'Last'],
  ]);
});

test('a tag that was typed but not entered is saved with the form', async () => {
  const { changes } = await openForm();
  await page.getByLabelText('Title').fill('Other');
  await page.getByLabelText('Tags', { exact: true }).fill('night');
  await save.click();
  await expect.element(toast('Successfully updated!')).toBeVisible();
  expect(changes.map(({ body }) => body.tags)).toEqual([[{ text: 'night' }]]);
});

test('Enter chooses the highlighted suggestion, or else adds the typed text', async () => {
  await openForm();
  await field.fill('Sou');
  await expect.element(page.getByRole('option', { name: 'Soul', exact: true })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => textsOf(chips.getByRole('listitem'))).toEqual(['Soul']);
  // Choosing a genre twice adds neither the genre nor the typed letters.
  await field.fill('Sou');
  await expect.element(page.getByRole('option', { name: 'Soul', exact: true })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue('');
  expect(textsOf(chips.getByRole('listitem'))).toEqual(['Soul']);
  await field.fill('Sho');
  await expect.element(page.getByRole('option', { name: 'Shoegaze' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => textsOf(chips.getByRole('listitem'))).toEqual(['Soul', 'Sho']);
  // On the keyboard only Enter chooses a suggestion.
  await field.fill('Soulf');
  await expect.element(page.getByRole('option', { name: 'Soulful House' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown},');
  await expect.poll(() => textsOf(chips.getByRole('listitem'))).toEqual(['Soul', 'Sho', 'Soulf']);
});

test('the field keeps the focus when five own genres are entered, and accepts no more until one is removed', async () => {
  await openForm('One', 'Two', 'Three', 'Four');
  await field.fill('Five');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAttribute('aria-disabled', 'true');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Six');
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('{Enter}{Backspace}');
  await expect.element(field).toHaveAttribute('aria-disabled', 'false');
  await userEvent.keyboard('Six{Enter}');
  await expect.poll(() => textsOf(chips.getByRole('listitem'))).toEqual(['One', 'Two', 'Three', 'Four', 'Six']);
});

test('at most five own genres are accepted, and long ones don’t widen a phone’s page', async () => {
  await page.viewport(320, 700);
  await openForm('One', 'Two', 'Three', 'w'.repeat(40));
  await field.fill('Five, Six');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => textsOf(chips.getByRole('listitem')))
    .toEqual(['One', 'Two', 'Three', 'w'.repeat(40), 'Five']);
  await expect.element(field).toHaveAttribute('readonly');
  await expect.element(page.getByText('A media can have at most 5 genres of your own.')).toBeVisible();
  await expectNoSideways();
});
