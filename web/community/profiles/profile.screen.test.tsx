import { albumSongs } from '@scoville/contract/community/albums/albums.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { member, musician } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { keptAccount, fakeProfile, knownMusician, publicUser } from '../../testkit/samples/profile.ts';
import { dayIn, keptShows, show } from '../../testkit/samples/shows.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const panel = (name: string) => page.getByRole('region', { name, exact: true });
const closes = page.getByRole('button', { name: /^Close / });
const box = (name: string): Locator => page.getBySelector('dl > div').filter({ hasText: name }).getByRole('definition');
const start = page.getByRole('link', { name: "Let's get started", exact: true });
const upload = page.getByRole('link', { name: 'Upload media' });
const nothing = page.getByText('No songs or videos here yet.');

/** Opens the profile of an account. */
async function openProfile(who: Me, as: Me | null = null): Promise<void> {
  fakeProfile(publicUser(who));
  await openScreen(`/${who.id}`, { as });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveText(who.displayName);
}

test('PE-26 PR-03 PR-05 PR-06 PR-17 a profile shows hourly rate, years of experience, place and Self Taught', async () => {
  await openProfile(knownMusician());
  await expect.element(box('Hourly Rate')).toHaveText('$75.00');
  await expect.element(box('Experience')).toHaveText('7 years');
  await expect.element(box('Location')).toHaveText('Memphis, TN');
  const selfTaught = page.getByText('Self Taught', { exact: true });
  await selfTaught.click();
  await expect.element(closes).toHaveLength(0);
});

const bio = 'b'.repeat(66);
const title = 't'.repeat(70);

test('PE-26 PR-04 PR-07 PR-08 a profile shows N/A for empty fields, and the full text if it fits', async () => {
  const me = musician({ bio, title });
  await openProfile(me, me);
  await expect.element(box('Hourly Rate')).toHaveText('N/A');
  await expect.element(page.getByText(bio, { exact: true })).toBeVisible();
  await expect.element(page.getByText(title, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Self Taught')).not.toBeInTheDocument();
  await expect.element(button('more')).not.toBeInTheDocument();
});

test('PR-07 PR-08 a longer title is cut, and a longer bio can be unfolded', async () => {
  await openProfile(musician({ bio: `${bio}c`, title: `${title}u` }));
  await expect.element(page.getByText(`${title}…`, { exact: true })).toBeVisible();
  const shown = page.getByRole('paragraph').filter({ has: page.getByRole('button', { name: /^(more|less)$/ }) });
  await expect.element(shown).toHaveText(`${bio}… more`);
  await button('more').click();
  await expect.element(shown).toHaveText(`${bio}c less`);
  await button('less').click();
  await expect.element(shown).toHaveText(`${bio}… more`);
});

test('PR-10 PR-11 PR-12 PR-13 PR-15 PR-16 PR-18 PR-19 PR-20 PR-21 a profile opens one panel at a time', async () => {
  fake(albumSongs, { media: [] });
  await openProfile(knownMusician());
  for (const [name, texts] of [
    ['Donate', ['Venmo', '@x']],
    ['Contact', ['Bookings', 'https://bookings.example.org/', 'Telephone', '(901) 555-0117']],
    ['Schools', ['Juilliard', "Bachelor's · Voice", 'Sep 1, 2010 – Jun 1, 2014']],
    ['Positions', ['Session singer', 'Beale Street Studio', 'Jan 1, 2015 – Dec 31, 2019']],
    ['Albums', ['Tomorrow’s Kettle', 'Yesterday’s Kettle']],
    ['Bands', ['The Rinds', 'May 1, 2018 – present', 'Second voice.', 'The Peels', 'May 1, 2015 – May 1, 2017']],
  ] as const) {
    await button(name).click();
    for (const text of texts) await expect.element(panel(name)).toHaveTextContent(text);
    await expect.element(closes).toHaveLength(1);
  }
  await expect.element(panel('Donate')).not.toBeInTheDocument();
});

test('PR-10 an open panel closes with its button, which returns the focus, and with its tab', async () => {
  await openProfile(knownMusician());
  await button('Contact').click();
  await button('Close Contact').click();
  await expect.element(closes).toHaveLength(0);
  await expect.element(button('Contact')).toHaveFocus();
  await button('Contact').click();
  await expect.element(closes).toHaveLength(1);
  await button('Contact').click();
  await expect.element(closes).toHaveLength(0);
});

test('PR-20 an album shows its date, without a line break in it, its cover, and that it is upcoming', async () => {
  fake(albumSongs, { media: [] });
  await openProfile(knownMusician());
  await button('Albums').click();
  const albums = panel('Albums').getByRole('listitem');
  await expect.element(albums.filter({ hasText: 'Tomorrow' })).toHaveTextContent('Upcoming');
  await expect.element(albums.filter({ hasText: 'Yesterday' })).not.toHaveTextContent('Upcoming');
  await expect
    .element(albums.first().getBySelector('img'))
    .toHaveAttribute('src', expect.stringMatching(/^data:image\/svg/));
  await expect.element(albums.last()).toHaveText('Old KettleFeb 28, 2001');
  await expect
    .element(albums.last().getByRole('link', { name: 'Old Kettle' }))
    .toHaveAttribute('href', expect.stringMatching(/^\/[^/]+\/albums\/[^/]+$/));
  await expect.element(albums.last().getBySelector('img')).toHaveAttribute('src', '/images/album/1/7/700.jpg');
  await page.viewport(360, 844);
  const label = albums.getByText('Upcoming', { exact: true }).element();
  const range = document.createRange();
  range.selectNode(label.previousSibling!);
  expect(new Set([...range.getClientRects()].map(({ top }) => top)).size).toBe(1);
});

test('PR-14 PR-29 PR-30 a profile counts the upcoming shows, and shows the details of each', async () => {
  const who = musician();
  const date = dayIn(3);
  const ticketLink = 'https://tickets.example.org/kettle';
  const kettle = show({ name: 'Kettle Night', date, cost: 5, notes: 'Doors at seven.', ticketLink });
  keptShows(who, [kettle, show({ name: 'Second Night', date: dayIn(4) }), show({ name: 'Long ago', date: dayIn(-3) })]);
  await openProfile(who);
  const tab = page.getByRole('button', { name: /^Upcoming Shows/ });
  await expect.element(tab).toHaveText('Upcoming Shows2');
  await tab.click();
  const shows = panel('Upcoming Shows').getByRole('listitem');
  await expect.element(shows).toHaveLength(2);
  const words = new Date(`${date}T00:00Z`).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  for (const text of ['Kettle Night', `${words} at 8:00 PM`, 'Admission $5.00', 'Doors at seven.'])
    await expect.element(shows.first()).toHaveTextContent(text);
  await expect.element(shows.first().getByRole('link', { name: 'Tickets' })).toHaveAttribute('href', ticketLink);
  // Calendar programs subscribe to webcal addresses. An https address would be imported once, as a file.
  const hrefOf = (name: string) => panel('Upcoming Shows').getByRole('link', { name }).element().getAttribute('href');
  const file = `/api/performances/user/${who.id}.ics`;
  expect(hrefOf('download them')).toBe(file);
  expect(hrefOf('Subscribe to these shows in your calendar')).toBe(`webcal://${location.host}${file}`);
});

test('PR-14 a show whose day has ended since the page was cached is not counted', async () => {
  const who = musician();
  const over = show({ name: 'Long ago', date: dayIn(-3) });
  fake(performances, {
    performer: { id: who.id, displayName: who.displayName },
    performances: [over, show({ name: 'Kettle Night' })],
    total: 2,
    paging: { page: 1, size: 20, next: null },
  });
  await openProfile(who);
  await expect.element(page.getByRole('button', { name: /^Upcoming Shows/ })).toHaveText('Upcoming Shows1');
});

test('PR-09 PR-22 PR-23 an empty profile links its owner to the form and to the upload', async () => {
  const me = musician();
  keptAccount(me);
  await openProfile(me, me);
  await expect.element(nothing).toBeVisible();
  await expect.element(upload).toHaveAttribute('href', '/upload');
  await start.click();
  await expect.poll(address).toBe('/account/profile');
});

test('PR-09 PR-22 PR-23 an empty profile has a message for others, and no links to fill it', async () => {
  await openProfile(musician());
  await expect.element(nothing).toBeVisible();
  await expect.element(start).not.toBeInTheDocument();
  await expect.element(upload).not.toBeInTheDocument();
  await expect.element(page.getByRole('list', { name: /^Media of/ })).not.toBeInTheDocument();
});

test('PR-28 a visit by another account or by a signed-out visitor is reported', async () => {
  const who = musician();
  for (const visitor of [null, member()]) {
    const visits = fake(stats, { accepted: true });
    await openProfile(who, visitor);
    await expect
      .poll(() => visits.calls.map(({ body }) => body))
      .toEqual([{ statTitle: 'view-zone', musician: who.id }]);
  }
});

test('PR-28 a visit by the owner is not reported', async () => {
  const me = musician();
  const visits = fake(stats, { accepted: true });
  await openProfile(me, me);
  await expect.element(upload).toBeVisible();
  expect(visits.calls).toEqual([]);
});
