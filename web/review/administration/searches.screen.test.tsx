import { auditLog } from '@scoville/contract/accounts/audit.ts';
import { Mail, liftRefusal, outbox, refusedAddresses } from '@scoville/contract/platform/mail/outbox.ts';
import {
  PlanSubscription,
  ProviderEvent,
  planSubscription,
  planSubscriptions,
} from '@scoville/contract/business/billing/plan-subscriptions.ts';
import { ReportCase, reportCases } from '@scoville/contract/community/reports/reports.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, administrator, newId } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { toast } from '../../testkit/find.ts';
import { textsOf } from '../../testkit/matchers.ts';
import { LAST_PAGE, sample } from '../../testkit/sample.ts';
import { fakeMediaTable, quietAdministration } from '../../testkit/samples/administration.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { emptyReply } from '../../testkit/trouble.ts';

const as = administrator();
const dialog = page.getByRole('dialog');
const chip = (name: string) => page.getByRole('button', { name, exact: true });

/** Expects that on a phone each cell is labelled with the text of its column's head. */
function expectNamedCells(): void {
  const heads = textsOf(page.getByRole('columnheader'));
  const cells = page.getBySelector('td[data-name]').elements();
  expect(cells).not.toEqual([]);
  for (const cell of cells) expect(heads).toContain(cell.getAttribute('data-name'));
}

test('paid plans are found by status and by subscriber, and open what the provider reported', async () => {
  quietAdministration();
  const pia = { id: newId(), name: 'Pia Pepper', email: 'pia@example.org' };
  const base = { user: pia, since: NOW, createdOn: NOW, activatedOn: NOW };
  const all = [
    sample(PlanSubscription, { ...base, id: newId(), plan: 'flaming-hot', status: 'past-due', graceUntil: NOW }),
    sample(PlanSubscription, { ...base, id: newId(), plan: 'spicy', status: 'cancelled' }),
  ];
  const asked = fake(planSubscriptions, ({ query: { status } }) => {
    const subscriptions = all.filter((one) => status === undefined || one.status === status);
    return { subscriptions, total: subscriptions.length, paging: LAST_PAGE };
  });
  const event = (type: string, more: Partial<ProviderEvent> = {}) =>
    sample(ProviderEvent, { id: `WH-${type}`, type, occurredOn: NOW, receivedOn: NOW, appliedOn: NOW, ...more });
  fake(planSubscription, ({ params: { id } }) => ({
    subscription: all.find((one) => one.id === id) ?? all[0]!,
    payerEmail: 'pays@example.org',
    checkedOn: NOW,
    events: [
      event('BILLING.SUBSCRIPTION.ACTIVATED'),
      event('PAYMENT.SALE.COMPLETED', { amount: 999, currency: 'USD', appliedOn: null }),
      event('BILLING.SUBSCRIPTION.PAYMENT.FAILED'),
    ],
    eventTotal: 3,
  }));
  await openScreen('/admin/subscriptions');
  await expect.poll(address).toBe('/login');
  fakeMediaTable();
  await openScreen('/admin/media', { as });
  await page.getByRole('link', { name: 'Subscriptions', exact: true }).click();
  await expect.poll(() => document.title).toBe('Administer Subscriptions | Scoville');
  await page.getByLabelText('Name, email or PayPal ID').fill('pia@example.org');
  await expect.poll(() => asked.calls.at(-1)?.query.q).toBe('pia@example.org');
  const found = page.getByRole('row').filter({ hasText: 'Pia Pepper' });
  await expect.element(found).toHaveLength(2);
  await expect.element(found.first()).toHaveTextContent('Flaming Hot');
  await chip('Payment failed').click();
  await expect.poll(address).toMatch(/filter=past-due/);
  await expect.element(found).toHaveLength(1);
  await openScreen(address(), { as });
  await expect.element(found).toHaveLength(1);
  await expect.element(chip('Payment failed')).toHaveAttribute('aria-pressed', 'true');

  await found.getByRole('button', { name: 'Events of the subscription of Pia Pepper' }).click();
  const events = dialog.getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect.element(events).toHaveLength(3);
  const [activated, paid, failed] = textsOf(events);
  expect(activated).toContain('Subscription activated');
  expect(paid).toMatch(/Payment received \$9\.99.*waiting to be applied/);
  expect(failed).toContain('Payment failed');
  await expect.element(dialog).toHaveTextContent('pays@example.org');
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
  await chip('Pending').click();
  await expect.element(page.getByText('No subscription matches this.')).toBeVisible();
});

test('mail is found by state and text, and sending to a refused address can be resumed', async () => {
  quietAdministration();
  const mail = (to: string, subject: string, kind: string, state: Mail['state']) =>
    sample(Mail, { id: newId(), to, subject, text: '', html: '', kind, state, createdOn: NOW });
  const all = [
    mail('rita@example.org', 'Praise for Kettle', 'review-request', 'failed'),
    mail('other@example.org', 'More praise for Kettle', 'comment', 'sent'),
  ];
  const asked = fake(outbox, ({ query: { state } }) => {
    const found = all.filter((one) => state === undefined || one.state === state);
    return { mail: found, total: found.length, paging: LAST_PAGE, refusedAddresses: refused.length };
  });
  let refused = [{ id: newId(), address: 'rita@example.org', reason: '550 5.1.1 No such user here', refusedOn: NOW }];
  fake(refusedAddresses, () => ({ addresses: refused, total: refused.length, paging: LAST_PAGE }));
  fake(liftRefusal, () => {
    refused = [];
    return { lifted: true as const };
  });
  await openScreen('/admin/mail', { as });
  await page.getByLabelText('Search by email or subject').fill('kettle');
  await expect.poll(() => asked.calls.at(-1)?.query.q).toBe('kettle');
  const rows = page.getBySelector('[data-mail]');
  await expect.element(rows).toHaveLength(2);
  await chip('Failed').click();
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows).toHaveTextContent('rita@example.org');
  await expect.element(rows.getByRole('cell', { name: 'Review request', exact: true })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: '5.1.1 No such user here' });
  await expect.element(row).toHaveTextContent('rita@example.org');
  await row.getByRole('button', { name: 'Resume mail to rita@example.org' }).click();
  await expect.element(toast('Successfully updated!')).toBeVisible();
  await expect.element(row).toHaveLength(0);
  expectNamedCells();
});

test('the audit log is searched by name', async () => {
  quietAdministration();
  const [rita, acted] = [{ kind: 'mail', id: newId(), name: 'Rita Reed' } as const, { id: as.id, name: as.name }];
  const entry = {
    id: newId(),
    createdOn: NOW,
    act: 'lifted-refusal',
    actor: acted,
    subject: rita,
    details: {},
  } as const;
  const asked = fake(auditLog, { entries: [entry], total: 1, paging: LAST_PAGE });
  await openScreen('/admin/audit', { as });
  await page.getByLabelText('Search by name', { exact: true }).fill('Rita Reed');
  await expect.poll(() => asked.calls.at(-1)?.query.q).toBe('Rita Reed');
  await expect.element(page.getBySelector('[data-act]')).toHaveLength(1);
  await expect.element(page.getBySelector('[data-act]')).toHaveTextContent('Resumed mail to an address');
  expectNamedCells();
});

test('reports are searched and filtered by kind; both are in the address', async () => {
  quietAdministration();
  const about = sample(ReportCase, {
    id: newId(),
    subject: { kind: 'media', id: newId() },
    reported: { id: newId(), name: 'Rita Reed' },
    excerpt: { title: 'Kettle', text: '', path: null },
    createdOn: NOW,
    changedOn: NOW,
  });
  const asked = fake(reportCases, ({ query: { kind } }) =>
    kind === 'comment' ? emptyReply(reportCases) : { cases: [about], total: 1, paging: LAST_PAGE },
  );
  fake(auditLog, emptyReply(auditLog));
  await openScreen('/admin/audit', { as });
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByLabelText('Search by title or name').fill('Rita Reed');
  await expect.poll(() => asked.calls.at(-1)?.query.q).toBe('Rita Reed');
  await expect.element(page.getBySelector('[data-case]')).toHaveLength(1);
  expectNamedCells();
  await expect.poll(address).toMatch(/q=Rita/);
  await page.getByLabelText('Kind', { exact: true }).selectOptions('Comment');
  await expect.element(page.getByText('No report matches this.')).toBeVisible();
  await openScreen(address(), { as });
  await expect.element(page.getByLabelText('Search by title or name')).toHaveValue('Rita Reed');
  await expect.element(page.getByText('No report matches this.')).toBeVisible();
});
