import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { dataExport } from '@scoville/contract/review/data-export.ts';
import { gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { blocks } from '@scoville/contract/community/messages/messages.ts';
import { secondFactor } from '@scoville/contract/accounts/second-factor.ts';
import { sessions } from '@scoville/contract/accounts/auth/sessions.ts';
import { type Me, me } from '@scoville/contract/accounts/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member, musician } from '../../testkit/accounts.ts';
import { fake, quietly } from '../../testkit/api.ts';
import { sample } from '../../testkit/sample.ts';
import { dayIn, keptShows, show } from '../../testkit/samples/shows.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const rowsOf = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');

/** Opens the overview of an account whose other parts are empty. */
async function openOverview(account: Me): Promise<void> {
  quietly(gettingStarted, { steps: [] });
  quietly(secondFactor, sample(secondFactor.reply));
  quietly(sessions, { sessions: [] });
  quietly(blocks, { users: [] });
  quietly(dataExport, sample(dataExport.reply));
  await openScreen('/account/overview', { as: account });
}

test('RT-29 the shows send a visitor to the login screen, which returns to the shows', async () => {
  const person = musician();
  await openScreen('/account/performances');
  await expect.poll(address).toBe('/login');
  keptShows(person);
  fake(login, () => {
    fake(me, person);
    return person;
  });
  await page.getByLabelText('Email').fill(person.email);
  await page.getByLabelText('Password', { exact: true }).fill('a kettle full of songs');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(address).toBe('/account/performances');
  await expect.element(page.getByRole('heading', { name: 'Shows', exact: true })).toBeVisible();
});

test('AC-05 AC-06 the overview of a musician without shows has a message', async () => {
  const account = musician();
  keptShows(account);
  await openOverview(account);
  await expect.element(page.getByText('You have no upcoming shows.')).toBeVisible();
  await expect.element(page.getByText('Shows are listed here once their day is over.')).toBeVisible();
});

test('AC-05 AC-06 the overview of a musician lists upcoming and past shows, and links to their editor', async () => {
  const account = musician();
  keptShows(account, [show({ name: 'Kettle Night', cost: 5 }), show({ name: 'Long ago', date: dayIn(-1), cost: 5 })]);
  await openOverview(account);
  await expect.element(rowsOf('Upcoming shows')).toHaveTextContent(/^Kettle Night.*Admission \$5\.00/);
  await expect.element(rowsOf('Past shows')).toHaveTextContent(/^Long ago/);
  await page.getByRole('link', { name: 'Add and change shows' }).click();
  await expect.poll(address).toBe('/account/performances');
});

test('AC-05 the overview of a listener without shows leaves out the lists of shows', async () => {
  const account = member();
  keptShows(account);
  await openOverview(account);
  await expect.element(page.getByRole('heading', { name: 'Statistics' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Email, password and account' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Upcoming shows' })).not.toBeInTheDocument();
});

test('AC-05 the overview of a listener with a show lists it', async () => {
  const account = member({ performances: 1, upcomingShows: 1 });
  keptShows(account, [show({ name: 'Open Stage' })]);
  await openOverview(account);
  await expect.element(rowsOf('Upcoming shows')).toHaveTextContent('Open Stage');
});
