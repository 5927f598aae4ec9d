import { ReportCase, decideReport, reportCase, reportCases } from '@scoville/contract/community/reports/reports.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, administrator, newId } from '../../testkit/accounts.ts';
import { fake, hold, refused } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { expectNoSideways } from '../../testkit/matchers.ts';
import { LAST_PAGE, sample } from '../../testkit/sample.ts';
import { quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';

const shown = page.getByRole('dialog');
const decision = shown.getByRole('region', { name: 'Decision' });
const send = shown.getByRole('button', { name: 'Decide' });
const item = page.getByRole('button', { name: 'Borrowed' });
const TOO_LATE = 'This has already been decided.';

const waiting = (more: Partial<ReportCase> = {}): ReportCase =>
  sample(ReportCase, {
    id: newId(),
    subject: { kind: 'media', id: newId() },
    state: 'open',
    reported: { id: newId(), name: 'Olga Winter' },
    excerpt: { title: 'Borrowed', text: '', path: null },
    reasons: ['spam'],
    reports: 1,
    changedOn: NOW,
    decision: null,
    counterNotice: null,
    can: ['dismiss', 'warn', 'remove', 'suspend'],
    ...more,
  });

/** Fakes a queue of reports with one case, whose state the test can change. */
function keptCase(begin: ReportCase) {
  let now = begin;
  let isGone = false;
  const report = {
    id: newId(),
    reporter: { id: newId(), name: 'Lou Castle' },
    claimant: null,
    reason: 'rights' as const,
    words: 'I wrote this in 1998.',
    excerpt: null,
    createdOn: NOW,
  };
  fake(reportCases, ({ query: { queue = 'waiting' } }) => {
    const isListed = !isGone && (queue === 'waiting') === (now.state === 'open');
    return { cases: isListed ? [now] : [], total: isListed ? 1 : 0, paging: LAST_PAGE };
  });
  fake(reportCase, () =>
    isGone ? refused(404, 'This report was not found.') : { case: now, rightsConfirmedOn: null, reports: [report] },
  );
  return {
    change: (more: Partial<ReportCase>) => (now = { ...now, changedOn: new Date().toISOString(), ...more }),
    remove: () => void (isGone = true),
  };
}

beforeEach(() => quietAdministration());

async function openCase(begin = waiting()) {
  const kept = keptCase(begin);
  await openScreen('/admin/reports?kind=media', { as: administrator() });
  await item.click();
  await expect.element(shown.getByText('I wrote this in 1998.')).toBeVisible();
  return kept;
}

async function choose(label: string): Promise<void> {
  await shown.getByRole('radio', { name: new RegExp(`^${label}`) }).click();
  await shown.getByLabelText('Reason').fill('I was slower.');
}

test('a decision about a report needs a reason, and moves the case to the decided ones', async () => {
  const kept = await openCase();
  await expect.element(shown.getByText('Lou Castle')).toBeVisible();
  const decided = fake(decideReport, ({ body: { reason } }) =>
    kept.change({ state: 'removed', decision: { by: 'Me', reason }, can: ['reinstate'] }),
  );
  await shown.getByRole('radio', { name: /^Remove/ }).click();
  await send.click();
  await expect.element(shown.getByText('Reason is required.')).toBeVisible();
  expect(decided.calls).toEqual([]);
  await page.viewport(390, 844);
  await expectNoSideways();
  await shown.getByLabelText('Reason').fill('It is somebody else’s song.');
  await send.click();
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(item).not.toBeInTheDocument();
  expect(decided.calls.map(({ body }) => body)).toEqual([
    { decision: 'remove', reason: 'It is somebody else’s song.' },
  ]);
  await page.getByRole('button', { name: 'Decided', exact: true }).click();
  await expect.element(page.getBySelector('[data-case]')).toHaveTextContent('Removed');
  await expectNoSideways();
});

test('a decision made in the meantime is shown in place of the form', async () => {
  const kept = await openCase();
  fake(decideReport, refused(409, TOO_LATE));
  await choose('Dismiss');
  kept.change({ state: 'warned', decision: { by: 'Ada', reason: 'I was faster.' }, can: [] });
  await send.click();
  await expect.element(toast(TOO_LATE)).toBeVisible();
  await expect.element(decision.getByRole('heading')).toHaveText('Warned');
  await expect.element(decision).toHaveTextContent('I was faster.');
  await expect.element(send).not.toBeInTheDocument();
});

test('after a removal in the meantime the remaining decisions are offered, and the typed reason is kept', async () => {
  const kept = await openCase();
  fake(decideReport, refused(409, TOO_LATE));
  await choose('Remove');
  kept.change({ state: 'removed', decision: { by: 'Ada', reason: 'I was faster.' }, can: ['reinstate'] });
  await send.click();
  await expect.element(decision.getByRole('heading')).toHaveText('Removed');
  const choice = shown.getByRole('radio');
  await expect.element(choice).toHaveLength(1);
  await expect.element(choice).not.toBeChecked();
  await expect.element(shown.getByLabelText('Reason')).toHaveValue('I was slower.');
});

test('deciding a case that was deleted in the meantime reports the deletion; the dialog can’t be closed before', async () => {
  const kept = await openCase();
  const held = hold(decideReport, refused(404, 'This report was not found.'));
  await choose('Dismiss');
  await send.click();
  const close = shown.getByRole('button', { name: 'Close', exact: true });
  await expect.element(close).toBeDisabled();
  kept.remove();
  held.release();
  await expect.element(shown.getByText('This report was not found.')).toBeVisible();
  await expect.element(send).not.toBeInTheDocument();
  await expect.element(shown.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await close.click();
  await expect.element(item).not.toBeInTheDocument();
});

test('a report about the administrator who is viewing it is left to another one', async () => {
  await openCase(waiting({ can: [] }));
  await expect.element(shown.getByText('This report is about you: another administrator decides it.')).toBeVisible();
  await expect.element(send).not.toBeInTheDocument();
});
