import { drawPool, drawSeed } from '@scoville/contract/review/draws/draws.ts';
import { type Media, media } from '@scoville/contract/catalogue/media/media.ts';
import { reviewTrail } from '@scoville/contract/review/trail/trail.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NOW, administrator, member, musician, reviewer } from '../../testkit/accounts.ts';
import { SERVER_SAYS, broken, fake } from '../../testkit/api.ts';
import { sendLiveEvent } from '../../testkit/live.ts';
import { expectNoSideways, textsOf } from '../../testkit/matchers.ts';
import { audible } from '../../testkit/playing.ts';
import { musicianRef } from '../../testkit/sample.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import {
  APPROVED,
  DRAWN,
  DRAWN_AGAIN,
  LONG_TRAIL,
  POOL,
  SEED,
  SUBMITTED,
  UNREVEALED,
  fakeTrail,
} from '../../testkit/samples/trail.ts';
import { openScreen, settled } from '../../testkit/screen.tsx';
import { expectFailed, expectNoAlert, troubled } from '../../testkit/trouble.ts';
import { momentText } from '../../platform/lib/format.ts';

const part = page.getByRole('region', { name: 'How this was reviewed' });
const title = part.getByRole('button', { name: 'How this was reviewed' });
const lines = part.getByRole('listitem');
const checks = part.getByRole('button', { name: /^Check this draw of / });
const results = part.getByRole('status');
const download = part.getByRole('button', { name: 'Download the record' });

/** Later than any clock of this test. */
const FAR = '2099-11-28T12:00:00.000Z';
const UNDER_REVIEW = { underReview: true, reviewDueOn: FAR };

const RIGHT =
  'This draw is right: its record is unchanged, its seed is the one whose hash was published, and the seed puts 3F9A0C12BB in place 4 of 12. Why the 3 names before it could not be drawn is not checked.';

/** Opens the page of a song, by default as its musician. */
async function openSong(more: Partial<Media> = {}, as?: Me | null): Promise<Media> {
  const me = musician();
  const song = audible('Cast Iron Heart', { musician: musicianRef({ id: me.id }), ...more });
  quietSongPage(song);
  await openScreen(`/juno/${song.id}`, { as: as === undefined ? me : as });
  return song;
}

test('CU-04 a musician sees each step of the review, and who was drawn', async () => {
  fakeTrail([SUBMITTED, DRAWN, DRAWN_AGAIN, APPROVED], { seen: false });
  await openSong({ verdictOn: NOW });
  await expect.element(title).toHaveAttribute('aria-expanded', 'false');
  await expect.element(lines).toHaveLength(0);
  await title.click();
  const at = momentText(NOW);
  const button = 'Check this draw';
  await expect
    .poll(() => textsOf(lines))
    .toEqual([
      `Submitted. A verdict is promised by ${at}.${at}`,
      `Reviewer 3F9A0C12BB was drawn from 12 reviewers. The verdict is due by ${at}.${at}${button}`,
      `Reviewer 77AC1D93E0 was drawn from 12 reviewers. The verdict is due by ${at}.Rules set aside, because nobody else was left: recent submissions of this musician.${at}${button}`,
      `Approved by Reviewer 77AC1D93E0.${at}`,
    ]);
  await title.click();
  await expect.element(lines).toHaveLength(0);
});

test('an administrator sees scores, and why others were passed over', async () => {
  fakeTrail([SUBMITTED, DRAWN, DRAWN_AGAIN, APPROVED]);
  await openSong({ verdictOn: NOW }, administrator());
  await title.click();
  await expect
    .element(lines.nth(1))
    .toHaveTextContent('Passed over: conflicts of interest (2), too many open reviews (1).');
  await expect.element(lines.nth(3)).toHaveTextContent('Storytelling 80, execution 75, thumbnail art 90.');
});

test('a song without a trail has no record of a review', async () => {
  const asked = fake(reviewTrail, { entries: [] });
  await openSong();
  await expect.poll(() => asked.calls).toHaveLength(1);
  await settled();
  await expect.element(part).not.toBeInTheDocument();
});

test.for<[string, () => Me | null]>([
  ['a visitor', () => null],
  ['another musician', () => musician()],
  ['a listener', () => member()],
  ['a reviewer', () => reviewer()],
])('%s sees no record of the review, and does not ask for it', async ([, as]) => {
  const asked = fakeTrail([SUBMITTED, DRAWN]);
  await openSong(UNDER_REVIEW, as());
  await expect.element(page.getByRole('heading', { name: 'Comments' })).toBeVisible();
  await settled();
  await expect.element(part).not.toBeInTheDocument();
  expect(asked.calls).toEqual([]);
});

test('the state of an open review is shown first, and follows the song', async () => {
  fakeTrail([SUBMITTED, { fact: { kind: 'unassigned' } }]);
  const song = await openSong(UNDER_REVIEW);
  const due = `The verdict is due by ${momentText(FAR)}.`;
  await expect.element(part.getByText(`Waiting for a reviewer. ${due}`)).toBeVisible();
  fakeTrail([SUBMITTED, { fact: { kind: 'unassigned' } }, DRAWN]);
  const moved = fake(media, { ...song, reviewDueOn: NOW });
  await sendLiveEvent({ name: 'review', data: { id: song.id } });
  await expect.poll(() => moved.calls).not.toHaveLength(0);
  const late = `The verdict was due by ${momentText(NOW)}, so another reviewer is drawn.`;
  await expect.element(part.getByText(`A reviewer has it. ${late}`)).toBeVisible();
});

test('a draw is checked by keyboard, and the focus stays', async () => {
  fakeTrail([SUBMITTED, DRAWN]);
  await openSong(UNDER_REVIEW);
  await expect.element(title).toBeVisible();
  (title.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(title).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Tab}');
  await expect.element(checks).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(results).toHaveText(RIGHT);
  await expect.element(checks).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(download).toHaveFocus();
});

test('a later draw is checked with all entries before it', async () => {
  fakeTrail([SUBMITTED, DRAWN, DRAWN_AGAIN]);
  await openSong(UNDER_REVIEW);
  await title.click();
  await checks.nth(1).click();
  await expect.element(results.nth(1)).toHaveTextContent('the seed puts 77AC1D93E0 in place 2 of 12.');
  await expect.element(results.nth(0)).toHaveText('');
});

test('a draw whose seed is not revealed yet is to be checked later', async () => {
  fakeTrail([SUBMITTED, DRAWN], { seed: UNREVEALED });
  await openSong(UNDER_REVIEW);
  await title.click();
  await checks.click();
  await expect
    .element(results)
    .toHaveText(/^The seed of this day is revealed after .*28.*2026.* \(UTC\)\. Come back then\./);
  fake(drawSeed, SEED);
  await checks.click();
  await expect.element(results).toHaveText(RIGHT);
});

test('a draw that does not match is reported', async () => {
  fakeTrail([SUBMITTED, DRAWN], { pool: { ...POOL, names: ['0000000000', ...POOL.names.slice(1)] } });
  await openSong(UNDER_REVIEW);
  await title.click();
  await checks.click();
  await expect
    .element(results)
    .toHaveText(
      'This draw does not match. The list of names is not the one that was drawn from. Download the record, keep it, and write to us.',
    );
});

test('a page without https says that its browser cannot check draws', async () => {
  fakeTrail([SUBMITTED, DRAWN]);
  await openSong(UNDER_REVIEW);
  await title.click();
  await expect.element(checks).toBeVisible();
  const insecure = vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never);
  await checks.click();
  await expect.element(results).toHaveText(/^A browser can check draws only on pages with https\./);
  insecure.mockRestore();
});

test('a check and a download that fail say so, and can be repeated', async () => {
  fakeTrail([SUBMITTED, DRAWN]);
  fake(drawPool, broken());
  await openSong(UNDER_REVIEW);
  await title.click();
  await checks.click();
  await expect.element(lines.nth(1).getByRole('alert')).toHaveText(SERVER_SAYS);
  await download.click();
  await expect.element(part.getByRole('alert').last()).toHaveText(SERVER_SAYS);
  fake(drawPool, POOL);
  await checks.click();
  await expect.element(results).toHaveText(RIGHT);
  await expect.element(lines.nth(1).getByRole('alert')).toHaveText('');
});

test('the downloaded record has the entries, and each seed and pool of its draws once', async () => {
  fakeTrail(LONG_TRAIL);
  const [seeds, pools] = [fake(drawSeed, SEED), fake(drawPool, POOL)];
  await openSong({ verdictOn: NOW });
  await title.click();
  const saved = vi.spyOn(URL, 'createObjectURL');
  const names: string[] = [];
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await download.click();
  await expect.poll(() => names).toEqual(['record.json']);
  const record = JSON.parse(await (saved.mock.lastCall![0] as Blob).text()) as Record<string, unknown[]>;
  clicked.mockRestore();
  saved.mockRestore();
  expect(Object.keys(record)).toEqual(['entries', 'seeds', 'pools']);
  expect(record['entries']).toHaveLength(LONG_TRAIL.length);
  expect(record['entries']![2]).toMatchObject({ text: expect.stringContaining('3F9A0C12BB'), secret: DRAWN.secret });
  expect(record['seeds']).toEqual([SEED]);
  expect(record['pools']).toEqual(
    ['reviewers', 'administrators'].map((kind) => ({ kind, version: 7, names: POOL.names })),
  );
  expect([seeds.calls.length, pools.calls.length]).toEqual([1, 2]);
});

test('the record is loading, then fails, and is shown after another try', async () => {
  const trail = troubled(reviewTrail, { entries: [] });
  await openSong({ verdictOn: NOW });
  await expect.element(part.getByRole('status')).toHaveText('Loading the record of the review');
  trail.release();
  const tryAgain = await expectFailed(part);
  fakeTrail([SUBMITTED, DRAWN]);
  await tryAgain.click();
  await expect.element(title).toBeVisible();
  await expectNoAlert(part);
});

test('the record does not scroll sideways at 320 px', async () => {
  await page.viewport(320, 700);
  fakeTrail(LONG_TRAIL);
  await openSong(UNDER_REVIEW);
  await title.click();
  for (const index of [0, 1, 2]) await checks.nth(index).click();
  await expect.element(results.nth(2)).toHaveText(/./);
  await settled();
  await expectNoSideways();
});
