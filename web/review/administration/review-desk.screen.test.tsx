import { DeskReviewer, reviewDesk } from '@scoville/contract/review/curation/review-desk.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, administrator, newId } from '../../testkit/accounts.ts';
import { broken, fake } from '../../testkit/api.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { sample } from '../../testkit/sample.ts';
import { fakeMediaTable, quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';
import { expectFailed, expectNoAlert } from '../../testkit/trouble.ts';

test('the review desk shows whether its promise is kept, and each reviewer’s load and severity', async () => {
  quietAdministration();
  fakeMediaTable();
  const figures = { verdicts: 1, inTime: 0, rejected: 1, score: 30, hours: 30 };
  const severity = { points: 3.14, low: 1.2, high: 5.08 };
  const known = { severity, spread: 4.26, earlier: { points: -0.5, hasChanged: true } };
  const reviewer = sample(DeskReviewer, {
    id: newId(),
    name: 'Juno Reyes',
    waiting: 1,
    overdue: 1,
    ...figures,
    ...known,
  });
  fake(reviewDesk, { promiseHours: 24, waiting: 1, overdue: 1, oldestOn: NOW, ...figures, reviewers: [reviewer] });
  await openScreen('/admin/media', { as: administrator() });
  await page.getByRole('link', { name: 'Reviews', exact: true }).click();
  await expect.poll(() => document.title).toBe('Review Desk | Scoville');
  const figure = (name: string) => page.getBySelector(`[data-figure="${name}"]`);
  await expect.element(figure('Waiting')).toHaveTextContent('longer than the promised 24 hours');
  await expect.element(figure('On time')).toHaveTextContent('%');
  const row = page.getBySelector(`[data-reviewer="${reviewer.id}"]`);
  const numbers = ['1', '1', '1', '0%', '30 h', '100%', '30', '+3.1+1.2 to +5.112 weeks ago: −0.5', '±4.3'];
  expect(textsOf(row.getByRole('cell'))).toEqual([expect.stringContaining('Juno Reyes'), ...numbers]);
  await page.viewport(390, 844);
  await expect.element(row).toBeVisible();
});

test.for([
  [null, '–'],
  [0.001, '1 min'],
  [0.05, '3 min'],
  [0.94, '57 min'],
  [0.96, '1.0 h'],
  [30, '30 h'],
] as const)('a median wait of %s hours is shown as %s', async ([hours, text]) => {
  quietAdministration();
  const figures = { verdicts: 1, inTime: 1, rejected: 0, score: 80, hours };
  fake(reviewDesk, { promiseHours: 24, waiting: 0, overdue: 0, oldestOn: null, ...figures, reviewers: [] });
  await openScreen('/admin/reviews', { as: administrator() });
  await expect.element(page.getBySelector('[data-figure="Median wait"]')).toHaveTextContent(text);
});

test('the review desk keeps its figures when a refetch fails, and marks them as outdated', async () => {
  quietAdministration();
  const figures = { verdicts: 1, inTime: 1, rejected: 0, score: 80, hours: 30 };
  const desk = { promiseHours: 24, waiting: 0, overdue: 0, oldestOn: null, ...figures, reviewers: [] };
  let fails = false;
  fake(reviewDesk, () => (fails ? broken() : desk));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openScreen('/admin/reviews', { as: administrator() });
  const wait = page.getBySelector('[data-figure="Median wait"]');
  await expect.element(wait).toHaveTextContent('30 h');
  fails = true;
  // Stale figures are fetched again once the connection is back.
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  const outdated = 'The figures of the review desk could not be updated. What you see is from before.';
  const tryAgain = await expectFailed(page.getByRole('main'), outdated);
  await expect.element(wait).toHaveTextContent('30 h');
  fails = false;
  await tryAgain.click();
  await expectNoAlert(page.getByRole('main'));
});
