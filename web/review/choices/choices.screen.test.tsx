import { users } from '@scoville/contract/accounts/users/user-list.ts';
import { moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { changeChoices, ownChoices } from '@scoville/contract/review/choices/choices.ts';
import { reviewQueue } from '@scoville/contract/review/curation/curation.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId, reviewer } from '../../testkit/accounts.ts';
import { broken, fake, hold, refused } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { LAST_PAGE } from '../../testkit/sample.ts';
import { NO_CHOICES, quietAdministration, userRow } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

const section = page.getByRole('region', { name: 'Your reviews' });
const dialog = page.getByRole('dialog', { name: 'Availability and conflicts' });
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
const field = (name: string) => dialog.getByLabelText(name, { exact: true });
const row = (list: string) => dialog.getByRole('list', { name: list }).getByRole('listitem');

const ADA = { musicianId: newId(), displayName: 'Ada Lake', username: 'ada', reason: 'label' } as const;

/** Opens the queue of a reviewer with these choices. */
async function openChoices(more: Partial<typeof NO_CHOICES> = {}): Promise<void> {
  quietAdministration();
  fake(ownChoices, { ...NO_CHOICES, ...more });
  fake(reviewQueue, { reviews: [], total: 0, paging: LAST_PAGE });
  await openScreen('/review', { as: reviewer() });
}
const openDialog = async (more: Partial<typeof NO_CHOICES> = {}) => {
  await openChoices(more);
  await section.getByRole('button', { name: 'Availability and conflicts' }).click();
  await expect.element(dialog).toBeVisible();
};
const saving = () =>
  fake(changeChoices, ({ body }) => ({
    ...NO_CHOICES,
    paused: body.paused,
    absences: body.absences,
    excluded: [],
    conflicts: [],
  }));

test('a reviewer sees the own load, verdicts and kept promises', async () => {
  await openChoices();
  await expect.element(section).toHaveTextContent('Open reviews3 of at most 20');
  await expect.element(section).toHaveTextContent('Verdicts in 30 days1,204');
  await expect.element(section).toHaveTextContent('Of these in time96%');
  await expect.element(section).toHaveTextContent('Reviews are drawn for you.');
});

test('the queue is shown while the choices are loaded, and if they can’t be', async () => {
  quietAdministration();
  fake(reviewQueue, { reviews: [], total: 0, paging: LAST_PAGE });
  const { release } = hold(ownChoices, broken());
  await openScreen('/review', { as: reviewer() });
  await expect.element(page.getByText(/^Nothing is waiting for review/)).toBeVisible();
  await expect.element(page.getByText('Loading your availability')).toBeInTheDocument();
  release();
  await expect.element(page.getByText('Your availability could not be loaded.')).toBeVisible();
  fake(ownChoices, NO_CHOICES);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(section).toBeVisible();
});

test('a reviewer pauses, and sees a notice about the open reviews', async () => {
  await openDialog();
  const saved = saving();
  await field('Pause').click();
  await expect
    .element(dialog)
    .toHaveTextContent('You have 3 open reviews. They stay with you unless you hand them over');
  await press('Save');
  await expect.element(toast('Successfully updated!')).toBeVisible();
  await expect.element(dialog).toHaveLength(0);
  await expect.element(section).toHaveTextContent('You paused: no reviews are drawn for you.');
  await expect.element(section).toHaveTextContent('You have 3 open reviews.');
  expect(saved.calls.map(({ body }) => body)).toEqual([{ paused: true, absences: [], excluded: [], conflicts: [] }]);
});

test('absences are added and removed, and mistakes are named', async () => {
  await openDialog({ absences: [{ firstDay: '2026-12-24', lastDay: '2026-12-31' }] });
  const saved = saving();
  await press('Add the absence');
  await expect.element(dialog.getByText('Enter the first and the last day.')).toBeVisible();
  await field('First day').fill('2026-12-31');
  await expect.element(dialog.getByText('Enter the first and the last day.')).toHaveLength(0);
  await field('Last day').fill('2027-01-02');
  await press('Save');
  await expect.element(dialog.getByText('This absence overlaps with another one.')).toBeVisible();
  await expect.element(field('First day')).toHaveAccessibleDescription('This absence overlaps with another one.');
  expect(saved.calls).toEqual([]);
  await dialog.getByRole('button', { name: /^Remove the absence/ }).click();
  await expect.element(field('First day')).toHaveFocus();
  await press('Add the absence');
  await expect.element(row('Absences')).toHaveLength(1);
  // An absence that is typed but not added is saved, too, and they are in order.
  await field('First day').fill('2026-11-29');
  await field('Last day').fill('2026-11-30');
  await press('Save');
  await expect.element(dialog).toHaveLength(0);
  expect(saved.calls[0]?.body.absences).toEqual([
    { firstDay: '2026-11-29', lastDay: '2026-11-30' },
    { firstDay: '2026-12-31', lastDay: '2027-01-02' },
  ]);
});

test('genres and moods are excluded by keyboard', async () => {
  await openDialog({ excluded: [{ slug: 'folk', name: 'Folk', kind: 'genre' }] });
  const saved = saving();
  await field('Add a genre or mood').click();
  await userEvent.keyboard('fol');
  await expect.element(page.getByRole('option')).toHaveLength(0);
  await userEvent.keyboard('{Control>}a{/Control}du');
  await expect.element(page.getByRole('option', { name: 'Dusk (mood)' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(row('Genres and moods you do not judge')).toHaveLength(2);
  await press('Remove Folk (genre)');
  await expect.element(dialog.getByRole('button', { name: 'Remove Dusk (mood)' })).toHaveFocus();
  await press('Save');
  await expect.element(dialog).toHaveLength(0);
  expect(saved.calls[0]?.body.excluded).toEqual(['dusk']);
});

test('genres and moods that could not be loaded can be loaded again', async () => {
  quietAdministration();
  fake(moods, broken());
  await openDialog();
  await expect.element(dialog.getByText('Genres and moods could not be loaded.')).toBeVisible();
  fake(moods, { moods: [], total: 0 });
  await press('Try again to load genres and moods');
  await expect.element(dialog.getByText('Genres and moods could not be loaded.')).toHaveLength(0);
});

test('a musician is found and declared with a reason, which is kept if the server refuses it', async () => {
  await openDialog({ conflicts: [ADA] });
  const ben = userRow({ displayName: 'Ben Moss', username: 'ben' });
  fake(users, { users: [userRow({ id: ADA.musicianId, displayName: 'Ada Lake' }), ben], total: 2, paging: LAST_PAGE });
  const message = 'This account does not exist any more.';
  fake(changeChoices, refused(400, message, [{ field: 'conflicts.1.musicianId', message }]));
  await field('Add a musician').fill('moss');
  // Declared musicians are not suggested again.
  await expect.element(page.getByRole('option')).toHaveLength(1);
  await page.getByRole('option', { name: 'Ben Moss (@ben)' }).click();
  await expect.element(row('Conflicts of interest')).toHaveLength(2);
  await field('Reason for Ben Moss').selectOptions('The same household or family');
  await press('Save');
  await expect.element(toast(message)).toBeVisible();
  await expect.element(field('Reason for Ben Moss')).toHaveAccessibleDescription(message);
  const saved = saving();
  await press('Remove the conflict with Ada Lake');
  await press('Save');
  await expect.element(dialog).toHaveLength(0);
  expect(saved.calls[0]?.body.conflicts).toEqual([{ musicianId: ben.id, reason: 'household' }]);
});

test('unsaved choices are not lost without a question', async () => {
  await openDialog();
  await field('Pause').click();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(field('Pause')).toBeChecked();
  await press('Cancel');
  await expect.element(dialog).toHaveLength(0);
});
