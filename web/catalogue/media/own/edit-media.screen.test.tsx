import { updateMedia } from '@scoville/contract/catalogue/media/media-edit.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { musician } from '../../../testkit/accounts.ts';
import { fake, hold } from '../../../testkit/api.ts';
import { toast } from '../../../testkit/find.ts';
import { expectNoSideways } from '../../../testkit/matchers.ts';
import { musicianRef, ownSong } from '../../../testkit/sample.ts';
import { keptMedia } from '../../../testkit/samples/own-media.ts';
import { address, openScreen } from '../../../testkit/screen.tsx';

const [title, description] = [page.getByLabelText('Title'), page.getByLabelText('Description')];
const save = page.getByRole('button', { name: 'Save', exact: true });
const leave = () => page.getByRole('link', { name: 'Songs & Videos' }).first().click();
const question = page.getByRole('dialog').getByText('Are you sure you want to leave this page?', { exact: true });
const answer = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Opens the form of a song of this title as its owner. */
async function openForm(name: string) {
  const me = musician();
  const draft = ownSong({ title: name, musician: musicianRef({ id: me.id }) });
  const kept = keptMedia(draft);
  await openScreen(`/account/media/edit/${draft.id}`, { as: me });
  await expect.element(title).toHaveValue(name);
  return { ...kept, draft };
}

test('ER-31 leaving with unsaved changes asks for confirmation', async () => {
  const { changes, draft } = await openForm('Unsaved');
  await title.fill('Half a thought');
  await leave();
  await expect.element(question).toBeVisible();
  await answer('Stay');
  expect(address()).toBe(`/account/media/edit/${draft.id}`);
  await expect.element(title).toHaveValue('Half a thought');
  await leave();
  await answer('Leave');
  await expect.poll(address).toBe('/account/media');
  expect(changes).toEqual([]);
});

test('text typed during a save is kept, asks for confirmation on leaving, and is saved next', async () => {
  const { draft } = await openForm('Draft');
  let saved = draft;
  fake(media, () => saved);
  const { calls, release } = hold(updateMedia, ({ body: { title, description } }) => {
    saved = { ...saved, title: title?.trim() ?? saved.title, description: description ?? saved.description };
    return saved;
  });
  await title.fill('  Final ');
  await description.fill('Two chords.');
  await save.click();
  await expect.poll(() => calls.length).toBe(1);
  (description.element() as HTMLElement).focus();
  await userEvent.keyboard('{End} And a pan.');
  release();
  await expect.element(toast('Successfully updated!')).toBeVisible();
  await expect.element(title).toHaveValue('Final');
  await expect.element(description).toHaveValue('Two chords. And a pan.');
  expect(calls[0]?.body).toMatchObject({ description: 'Two chords.' });
  // The message would cover the link.
  await page.getByRole('button', { name: 'Close message' }).click();
  await leave();
  await expect.element(question).toBeVisible();
  await answer('Stay');
  await save.click();
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]?.body).toEqual({ description: 'Two chords. And a pan.' });
  await expect.element(save).toBeDisabled();
});

test('a long word in the description doesn’t make a phone’s page wider, and a long text doesn’t fill it', async () => {
  await page.viewport(390, 844);
  await openForm('Wordy');
  await description.fill(`https://example.org/${'a'.repeat(4900)}`);
  await expectNoSideways();
  expect(description.element().getBoundingClientRect().height).toBeLessThan(844 * 0.61);
  await description.fill('');
});
