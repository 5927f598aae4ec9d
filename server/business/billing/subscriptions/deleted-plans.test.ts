import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paymentsToReturnCheck } from '../../../frame/health/services.check.ts';
import { newId } from '../../../platform/ids.ts';
import { type Shop, startShop } from '../../../testkit/payments.ts';
import { until } from '../../../testkit/until.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({}, { worker: true });
});
afterEach(() => db()`delete from payments_to_return`);
afterAll(() => shop.close());

const db = () => shop.server.app.db;
/** Signs up, chooses a plan, approves it or not, and deletes the account. Returns the subscription. */
const leave = async ({ approved }: { approved: boolean }): Promise<string> => {
  const { client, me } = await shop.server.signUp();
  const { pending } = (await client.post('/api/subscription', { plan: 'spicy' })).body;
  const [row] = await db()<{ ref: string }[]>`
    select provider_ref as ref from plan_subscriptions where id = ${pending.id}`;
  if (approved) await shop.act(row!.ref, 'approve');
  expect((await client.post('/auth/delete', { email: me.email, password: 'a long password' })).status).toBe(200);
  return row!.ref;
};
const statusOf = (ref: string) => shop.standIn.subscriptions.get(ref)?.status;
const ended = (ref: string) => until(() => expect(statusOf(ref)).toBe('CANCELLED'));
const warnings = async () =>
  (await paymentsToReturnCheck(db()).run(new AbortController().signal)).map(({ text }) => text);

/** Waits for the job that tries to end the offer after the deletion, and fails because it isn't approved yet. */
const tried = (ref: string) =>
  until(() => expect(shop.standIn.calls).toContain(`POST /v1/billing/subscriptions/${ref}/cancel`));

describe('a plan that is approved after its account was deleted', () => {
  it('is cancelled once PayPal reports it, and its payment is listed for the operator until refunded', async () => {
    const ref = await leave({ approved: false });
    await tried(ref);
    await shop.act(ref, 'approve');
    await ended(ref);
    const [payment] = shop.standIn.payments.get(ref) ?? [];
    expect(await warnings()).toEqual([
      `1 payment came for plans of accounts that were deleted before: ${payment?.id} (4.99 USD, subscription ${ref}).`,
    ]);
    const resource = { id: newId(), sale_id: payment?.id };
    const refund = {
      id: `WH-${newId()}`,
      event_type: 'PAYMENT.SALE.REFUNDED',
      create_time: new Date().toISOString(),
      resource,
    };
    expect((await shop.deliver(shop.standIn.sign(refund))).status).toBe(200);
    expect(await warnings()).toEqual([]);
  });

  it('is cancelled by any of its events, even if they are repeated, and its payment is stored once', async () => {
    const ref = await leave({ approved: false });
    await tried(ref);
    await shop.standIn.act(ref, 'approve');
    const events = shop.sent();
    const paid = events.filter(({ body }) => body.includes('PAYMENT.SALE.COMPLETED'));
    expect(paid).toHaveLength(1);
    for (const one of [...paid, ...paid, ...events]) expect((await shop.deliver(one)).body).toEqual({ received: true });
    await ended(ref);
    expect(await db()`select 1 from payments_to_return where provider_ref = ${ref}`).toHaveLength(1);
  });

  it('is cancelled even after the recorded cancellation was dropped', async () => {
    const ref = await leave({ approved: false });
    await tried(ref);
    await db()`delete from subscription_endings where provider_ref = ${ref}`;
    await shop.act(ref, 'approve');
    await ended(ref);
  });

  it('is cancelled if the account is deleted while the event is received', async () => {
    const { client, me } = await shop.server.signUp();
    const { pending } = (await client.post('/api/subscription', { plan: 'spicy' })).body;
    const [row] = await db()<{ ref: string }[]>`
      select provider_ref as ref from plan_subscriptions where id = ${pending.id}`;
    await shop.standIn.act(row!.ref, 'approve');
    const gone = client.post('/auth/delete', { email: me.email, password: 'a long password' });
    const answers = await Promise.all([gone, ...shop.sent().map((one) => shop.deliver(one))]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await ended(row!.ref);
  });
});

describe('a payment for the plan of a deleted account', () => {
  /** Makes such a payment; returns it and its event, which isn't delivered yet. */
  const paidAfterwards = async () => {
    const ref = await leave({ approved: false });
    await tried(ref);
    await shop.standIn.act(ref, 'approve');
    const paid = shop.sent().find(({ body }) => body.includes('PAYMENT.SALE.COMPLETED'));
    const [payment] = shop.standIn.payments.get(ref) ?? [];
    return { ref, paid: paid!, payment: payment!.id };
  };
  const give = async (type: string, resource: object): Promise<void> => {
    const body = { id: `WH-${newId()}`, event_type: type, create_time: new Date().toISOString(), resource };
    expect((await shop.deliver(shop.standIn.sign(body))).status).toBe(200);
  };
  const usd = (total: string) => ({ total, currency: 'USD' });

  it('is no longer listed after the payer’s bank took it back, though the report doesn’t name it', async () => {
    const { ref, paid } = await paidAfterwards();
    expect((await shop.deliver(paid)).status).toBe(200);
    expect(await warnings()).toHaveLength(1);
    shop.standIn.subscriptions.get(ref)!.status = 'ACTIVE';
    await shop.standIn.act(ref, 'reverse');
    for (const event of shop.sent().filter(({ body }) => body.includes('REVERSED')))
      expect((await shop.deliver(event)).status).toBe(200);
    expect(await warnings()).toEqual([]);
  });

  it('is not listed if its refund or reversal is reported first', async () => {
    for (const act of ['refund', 'reverse'] as const) {
      const { ref, paid } = await paidAfterwards();
      await shop.standIn.act(ref, act);
      for (const event of [...shop.sent(), paid]) expect((await shop.deliver(event)).status).toBe(200);
      expect(await warnings()).toEqual([]);
      expect(await db()`select 1 from payments_to_return where provider_ref = ${ref}`).toHaveLength(1);
    }
  });

  it('is listed with the amount still owed after a partial refund, even if PayPal repeats the report', async () => {
    const { ref, paid, payment } = await paidAfterwards();
    await shop.deliver(paid);
    const listed = (owed: string) => [
      `1 payment came for plans of accounts that were deleted before: ${payment} (${owed} USD, subscription ${ref}).`,
    ];
    expect(await warnings()).toEqual(listed('4.99'));
    for (const _ of [1, 2]) await give('PAYMENT.SALE.REFUNDED', { id: 'R-1', sale_id: payment, amount: usd('-2.00') });
    expect(await warnings()).toEqual(listed('2.99'));
    await give('PAYMENT.SALE.REFUNDED', { id: 'R-2', sale_id: payment, amount: usd('1.00') });
    expect(await warnings()).toEqual(listed('1.99'));
    await give('PAYMENT.SALE.REFUNDED', { id: 'R-3', sale_id: payment, amount: usd('1.99') });
    expect(await warnings()).toEqual([]);
  });

  it('counts as fully returned after a report whose amount can’t be compared', async () => {
    for (const amount of [undefined, { total: 'much', currency: 'USD' }, { total: '1.00', currency: 'EUR' }]) {
      const { paid, payment } = await paidAfterwards();
      await shop.deliver(paid);
      expect(await warnings()).toHaveLength(1);
      await give('PAYMENT.SALE.REFUNDED', { id: newId(), sale_id: payment, amount });
      expect(await warnings()).toEqual([]);
    }
  });
});

it('doesn’t list a payment from before the deletion, whenever PayPal reports it', async () => {
  const ref = await leave({ approved: true });
  await ended(ref);
  const resource = { id: newId(), billing_agreement_id: ref, amount: { total: '9.99', currency: 'USD' } };
  const at = new Date(Date.now() - 3600_000).toISOString();
  const late = { id: `WH-${newId()}`, event_type: 'PAYMENT.SALE.COMPLETED', create_time: at, resource };
  expect((await shop.deliver(shop.standIn.sign(late))).status).toBe(200);
  expect(await warnings()).toEqual([]);
});
