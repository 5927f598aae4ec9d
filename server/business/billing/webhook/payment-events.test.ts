import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type SubscriptionState,
  isInForce,
  nextSubscriptionState,
} from '@scoville/contract/business/billing/subscription-state.ts';
import { transaction } from '../../../platform/db/connection.ts';
import { cancellationsCheck } from '../../../frame/health/services.check.ts';
import { newId } from '../../../platform/ids.ts';
import type { JobRun } from '../../../platform/jobs/job.ts';
import { loadHandler } from '../../../testkit/load-handler.ts';
import { type Shop, startShop } from '../../../testkit/payments.ts';
import { untilWaiting } from '../../../testkit/waiting.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import { refreshSubscription } from '../subscriptions/refresh-subscription.ts';
import { chooseInstead } from '../checkout/choose-plan.ts';
import { storeMissedPayments } from '../receipts/missed-payments.ts';
import { storeMissedPaymentsJob } from '../billing.jobs.ts';
import { reconcilePlans } from '../reconcile-plans.ts';
import type { SentEvent } from '../../../testkit/paypal-stand-in/signer.ts';
import type { SimulatedEvent } from '../../../testkit/paypal-stand-in/provider.ts';

const REFUSED = 'This is not a PayPal event for this webhook.';

/** How PayPal's listing identifies payments: with the same IDs as its events, or with others. */
const NAMES = ['same', 'other'] as const;
const MONTH = 30 * 24 * 3600 * 1000;

describe('events of the payment provider', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  beforeEach(() => {
    shop.standIn.transactionIds = 'same';
    shop.standIn.behind = 0;
    shop.standIn.otherTransactions = [];
  });
  afterAll(() => shop.close());

  /** Signs up a user who chooses a plan, and hasn't approved it yet. */
  const choose = async (plan = 'spicy') => {
    const person = await shop.server.signUp();
    const { pending } = (await person.client.post('/api/subscription', { plan })).body;
    const [row] = await shop.server.app.db<{ ref: string }[]>`
      select provider_ref as ref from plan_subscriptions where id = ${pending.id}`;
    return { ...person, id: pending.id as string, ref: row!.ref };
  };
  const stored = async (ref: string) => {
    const rows = await shop.server.app.db<{ id: string; applied: boolean }[]>`
      select id, applied_at is not null as applied from payment_events where provider_ref = ${ref}`;
    return rows;
  };
  const planOf = async (userId: string) => {
    const [row] = await shop.server.app.db<{ plan: string }[]>`select plan from users where id = ${userId}`;
    return row!.plan;
  };
  const statusOf = async (id: string) => {
    const [row] = await shop.server.app.db<{ status: string }[]>`
      select status from plan_subscriptions where id = ${id}`;
    return row!.status;
  };
  const mailsTo = async (to: string) =>
    (
      await shop.server.app.db<{ subject: string }[]>`
        select subject from outbox where "to" = ${to} and kind in ('receipt', 'payment-failed') order by created_at, id`
    ).map(({ subject }) => subject);
  const idOf = ({ body }: SentEvent): string => (JSON.parse(body) as { id: string }).id;

  it('are accepted only if PayPal confirms that it signed these bytes for this webhook', async () => {
    const { ref } = await choose();
    await shop.standIn.act(ref, 'approve');
    const [event] = shop.sent() as [SentEvent];
    const forged: SentEvent[] = [
      { ...event, body: event.body.replace('ACTIVATED', 'CANCELLED') },
      { ...event, body: ` ${event.body}` },
      { ...event, headers: { ...event.headers, 'paypal-transmission-sig': 'bm8=' } },
      { ...event, headers: { ...event.headers, 'paypal-transmission-id': newId() } },
      { ...event, headers: { ...event.headers, 'paypal-transmission-time': '2020-01-01T00:00:00Z' } },
      { ...event, headers: {} },
      { ...event, body: '{' },
      { ...event, body: '[]' },
      { ...event, body: '' },
      { ...event, body: `${event.body.slice(0, -1)},"resource":{}}` },
      { ...event, body: event.body.replaceAll(ref, 'I-ELSEWHERE') },
    ];
    for (const one of forged) {
      const answer = await shop.deliver(one);
      expect([answer.status, answer.body.message]).toEqual([400, REFUSED]);
    }
    expect(await stored(ref)).toEqual([]);
    expect((await shop.deliver(event)).body).toEqual({ received: true });
    expect(await stored(ref)).toEqual([{ id: idOf(event), applied: false }]);
  });

  it('are refused with 503, and not stored, while PayPal can’t verify their signature', async () => {
    const { ref } = await choose();
    await shop.standIn.act(ref, 'approve');
    const [event] = shop.sent() as [SentEvent];
    shop.standIn.broken = 500;
    expect((await shop.deliver(event)).status).toBe(503);
    shop.standIn.broken = null;
    expect(await stored(ref)).toEqual([]);
  });

  it('are accepted, but not stored, if they concern none of our subscriptions', async () => {
    const { ref } = await choose();
    const resource = { id: ref };
    const others = [
      { id: 'WH-1', event_type: 'BILLING.SUBSCRIPTION.ACTIVATED', resource: { id: 'I-ELSEWHERE' } },
      { id: 'WH-2', event_type: 'CATALOG.PRODUCT.CREATED', resource },
      { id: 'WH-3', event_type: 'PAYMENT.SALE.COMPLETED', resource },
    ];
    for (const one of others)
      expect((await shop.deliver(shop.standIn.sign({ ...one, create_time: '2026-11-22T20:00:00Z' }))).status).toBe(200);
    expect(await stored(ref)).toEqual([]);
    expect(await stored('I-ELSEWHERE')).toEqual([]);
  });

  const receiptsOf = async (email: string) =>
    (await mailsTo(email)).filter((subject) => subject.startsWith('Your receipt'));
  const applyAll = async (ref: string) => {
    for (const { id } of await stored(ref)) await applyPaymentEvent(shop.server.app, id);
  };
  /** A subscription that was paid for at these times (milliseconds ago), and its payment events, not delivered yet. */
  const paidAt = async (...ago: number[]) => {
    const { app } = shop.server;
    const one = await choose();
    await app.db`
      update plan_subscriptions set created_at = created_at - interval '1 year' where provider_ref = ${one.ref}`;
    for (const [index, behind] of ago.entries()) {
      shop.standIn.behind = behind;
      await shop.standIn.act(one.ref, index === 0 ? 'approve' : 'pay');
    }
    shop.standIn.behind = 0;
    await refreshSubscription(app, one.ref);
    return { ...one, events: shop.sent().filter(({ body }) => body.includes('SALE.COMPLETED')) };
  };

  it.each(NAMES)(
    'and the payment listing, in any order and repeatedly, send one receipt per payment: %s',
    async (names) => {
      const step = fc.oneof(fc.constant('list' as const), fc.nat({ max: 3 }));
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 4 }),
          fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
          async (months, rounds) => {
            const { app } = shop.server;
            shop.standIn.transactionIds = names;
            const { ref, me, events } = await paidAt(
              ...Array.from({ length: months }, (_, index) => (months - index) * MONTH),
            );
            const told = new Set<number>();
            for (const round of rounds) {
              // Concurrently, like two processes.
              await Promise.all(
                round.map(async (one) => {
                  if (one === 'list') return storeMissedPayments(app, ref);
                  told.add(one % months);
                  expect((await shop.deliver(events[one % months]!)).status).toBe(200);
                }),
              );
              await applyAll(ref);
              const receipts = (await receiptsOf(me.email)).length;
              if (round.includes('list')) expect(receipts).toBeLessThanOrEqual(months);
              else expect(receipts).toBeGreaterThanOrEqual(told.size);
            }
            for (const event of events) await shop.deliver(event);
            await storeMissedPayments(app, ref);
            await applyAll(ref);
            expect(await receiptsOf(me.email)).toHaveLength(months);
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  it.each(NAMES)('count two payments of one day as two, whichever of them had an event: %s', async (names) => {
    const hour = 3600 * 1000;
    for (const told of [0, 1]) {
      shop.standIn.transactionIds = names;
      const { ref, me, events } = await paidAt(3 * hour, 2 * hour);
      await shop.deliver(events[told]!);
      for (let times = 0; times < 2; times += 1) await storeMissedPayments(shop.server.app, ref);
      await applyAll(ref);
      expect(await receiptsOf(me.email)).toHaveLength(2);
      for (const event of events) await shop.deliver(event);
      await applyAll(ref);
      expect(await receiptsOf(me.email)).toHaveLength(2);
    }
  });

  it('are followed by a search for the last payments once a subscription has ended here or at PayPal', async () => {
    const { app } = shop.server;
    for (const end of ['here', 'there']) {
      const { id, ref, me, client } = await paidAt(MONTH, 0);
      if (end === 'there') await shop.act(ref, 'cancel');
      else expect((await client.delete(`/api/subscription/cancel/${id}`)).status).toBe(200);
      shop.sent();
      await applyAll(ref);
      expect(await statusOf(id)).toBe('cancelled');
      expect(await receiptsOf(me.email)).toEqual([]);
      const jobs = await app.db<{ data: { ref: string } }[]>`
        select data from pgboss.job where name = 'keep-missed-payments' and data ->> 'ref' = ${ref}`;
      expect(jobs).toHaveLength(1);
      const handle = await loadHandler(storeMissedPaymentsJob);
      await handle(app, jobs[0]!.data, {} as JobRun);
      expect(await receiptsOf(me.email)).toHaveLength(2);
    }
  });

  it('lead to a receipt for the plan that was paid for, even after a change', async () => {
    const { id, ref, me, client, events } = await paidAt(0);
    const { pending } = (await client.put(`/api/subscription/revise/${id}`, { plan: 'flaming-hot' })).body;
    await shop.standIn.act(ref, 'approve');
    await client.post(`/api/subscription/confirm/${pending.id}`);
    expect(await planOf(me.id)).toBe('flaming-hot');
    await shop.act(ref, 'pay');
    for (const event of events) await shop.deliver(event);
    await applyAll(ref);
    expect((await receiptsOf(me.email)).toSorted()).toEqual([
      'Your receipt: $4.99 for Spicy',
      'Your receipt: $9.99 for Flaming Hot',
    ]);
  });

  // Nothing happens after an end, so most sequences have none.
  const simulatedEvent = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<SimulatedEvent>('pay', 'fail', 'suspend', 'refund') },
    { weight: 1, arbitrary: fc.constant<SimulatedEvent>('cancel') },
  );

  it('are applied once when replayed, reordered, concurrent or interrupted, with the provider’s state', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(simulatedEvent, { maxLength: 11 }),
        fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        async (simulated, order, breaks) => {
          const { app } = shop.server;
          const { me, id, ref } = await choose();
          const events: SentEvent[] = [];
          let state: SubscriptionState = {
            status: 'pending',
            since: 0,
            activatedAt: null,
            graceUntil: null,
            firstPaymentFailed: false,
          };
          let failures = 0;
          /** Computes the state that the provider's response should lead to at this moment. */
          const see = () => {
            const { status, failedPayments } = shop.standIn.subscriptions.get(ref)!;
            const owes = status === 'SUSPENDED' || failedPayments > 0;
            const providerStatus = status === 'CANCELLED' ? 'cancelled' : owes ? 'past-due' : 'paid';
            const next = nextSubscriptionState(state, { type: 'reported', status: providerStatus, at: 0 }, 7);
            if (next.status === 'past-due' && state.status !== 'past-due') failures += 1;
            state = next;
          };
          for (const [index, one] of (['approve', ...simulated] as SimulatedEvent[]).entries()) {
            await shop.standIn.act(ref, one);
            const fresh = shop.sent();
            events.push(...fresh);
            if (!breaks[index] || fresh.length === 0) continue;
            // Delivered now, so that later events find a plan with a history.
            for (const event of fresh) await shop.deliver(event);
            for (const event of fresh) await applyPaymentEvent(app, idOf(event));
            see();
          }
          // Each event twice, in any order, all at once.
          const shuffled = [...events, ...events]
            .map((event, index) => ({ event, key: order[index % order.length]! * (index + 1) }))
            .toSorted((one, other) => one.key - other.key);
          const answers = await Promise.all(shuffled.map(({ event }) => shop.deliver(event)));
          expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
          const rows = await stored(ref);
          expect(rows.map((row) => row.id).toSorted()).toEqual(events.map(idOf).toSorted());
          const appliedBefore = rows.every(({ applied }) => applied);
          // Workers that apply the same events at once, while the provider fails in between.
          for (const [index, isBroken] of breaks.entries()) {
            shop.standIn.broken = isBroken && index < breaks.length - 1 ? 500 : null;
            await Promise.allSettled([...rows, ...rows.toReversed()].map((row) => applyPaymentEvent(app, row.id)));
          }
          shop.standIn.broken = null;
          await Promise.all(rows.map((row) => applyPaymentEvent(app, row.id)));
          expect((await stored(ref)).every(({ applied }) => applied)).toBe(true);

          if (rows.length > 0 && !appliedBefore) see();
          expect(await statusOf(id)).toBe(state.status);
          // A receipt for each payment, and a mail for each time that the plan was seen to owe.
          const subjects = await mailsTo(me.email);
          const payments = events.filter(({ body }) => body.includes('SALE.COMPLETED')).length;
          expect(subjects.filter((one) => one === 'Your receipt: $4.99 for Spicy')).toHaveLength(payments);
          expect(subjects.filter((one) => one === 'A payment for Spicy failed')).toHaveLength(failures);
          expect(await planOf(me.id)).toBe(isInForce(state) ? 'spicy' : 'mild');
        },
      ),
      { numRuns: 25 },
    );
  });

  it('start the plan in its grace period if they first arrive after the second payment failed', async () => {
    const { app } = shop.server;
    const { id, ref, me, client } = await choose();
    for (const one of ['approve', 'pay', 'fail'] as const) await shop.act(ref, one);
    await applyAll(ref);
    expect([await statusOf(id), await planOf(me.id)]).toEqual(['past-due', 'spicy']);
    expect((await mailsTo(me.email)).filter((subject) => !subject.startsWith('Your receipt'))).toEqual([
      'A payment for Spicy failed',
    ]);
    // Changing the plan doesn't extend the grace period.
    const days = async (one: string) => {
      const [row] = await app.db<{ days: number }[]>`
        select round(extract(epoch from grace_until - now()) / 86400)::int as days from plan_subscriptions where id = ${one}`;
      return row!.days;
    };
    await app.db`update plan_subscriptions set grace_until = grace_until - interval '5 days' where id = ${id}`;
    const { pending } = (await client.put(`/api/subscription/revise/${id}`, { plan: 'flaming-hot' })).body;
    await shop.act(ref, 'approve');
    await applyAll(ref);
    expect((await client.get('/api/subscription')).body.current.id).toBe(pending.id);
    expect([await statusOf(id), await statusOf(pending.id), await days(pending.id)]).toEqual([
      'cancelled',
      'past-due',
      2,
    ]);
    // No payment for the new plan was tried yet.
    expect((await mailsTo(me.email)).filter((subject) => !subject.startsWith('Your receipt'))).toHaveLength(1);
  });

  /** A choice that was approved, but whose first payment failed. */
  const declined = async () => {
    const one = await choose();
    shop.standIn.declines = true;
    await shop.act(one.ref, 'approve');
    shop.standIn.declines = false;
    await applyAll(one.ref);
    expect([await statusOf(one.id), await planOf(one.me.id)]).toEqual(['pending', 'mild']);
    return one;
  };

  it('notify the payer once of a failed first payment, and remove the approval link', async () => {
    const { app } = shop.server;
    const { ref, me, client } = await declined();
    await shop.act(ref, 'fail');
    await applyAll(ref);
    expect(await mailsTo(me.email)).toEqual(['The first payment for Spicy failed']);
    const notes = await app.db`
      select 1 from notifications where user_id = ${me.id} and kind = 'payment-failed'`;
    expect(notes).toHaveLength(1);
    expect((await client.get('/api/subscription')).body.pending).toMatchObject({
      plan: 'spicy',
      firstPaymentFailed: true,
      approveUrl: null,
    });
    await shop.act(ref, 'pay');
    await applyAll(ref);
    expect((await client.get('/api/subscription')).body.current).toMatchObject({
      plan: 'spicy',
      firstPaymentFailed: false,
    });
  });

  /** Runs the retry of a cancellation at the provider, as if its time had come. */
  const endDue = async (ref: string) => {
    await shop.server.app.db`
      update subscription_endings set tried_at = tried_at - interval '61 minutes' where provider_ref = ${ref}`;
    await reconcilePlans(shop.server.app);
  };

  it('start no plan after a failed first payment; discarding the choice ends the subscription at PayPal', async () => {
    const [paid, left, replaced] = [await declined(), await declined(), await declined()];
    await shop.act(paid.ref, 'pay');
    await applyAll(paid.ref);
    expect([await statusOf(paid.id), await planOf(paid.me.id)]).toEqual(['active', 'spicy']);
    // The cancellation is scheduled in any case, even if the provider can't be reached at this moment.
    const answer = await left.client.delete(`/api/subscription/cancel/${left.id}`);
    expect(answer.body).toEqual({
      message: 'Your choice was discarded.',
      current: null,
      pending: null,
      assigned: null,
    });
    expect(shop.standIn.calls).not.toContain(`POST /v1/billing/subscriptions/${left.ref}/cancel`);
    await endDue(left.ref);
    expect(shop.standIn.subscriptions.get(left.ref)?.status).toBe('CANCELLED');
    expect(await statusOf(left.id)).toBe('cancelled');
    // Another plan was chosen, so a payment that arrives before the provider has ended the first one starts nothing.
    expect((await replaced.client.post('/api/subscription', { plan: 'flaming-hot' })).status).toBe(200);
    await shop.act(replaced.ref, 'pay');
    await applyAll(replaced.ref);
    expect([await statusOf(replaced.id), await planOf(replaced.me.id)]).toEqual(['cancelled', 'mild']);
    await endDue(replaced.ref);
    expect(shop.standIn.subscriptions.get(replaced.ref)?.status).toBe('CANCELLED');
    shop.sent();
  });

  it('aren’t needed to choose another plan, because the first choice is checked at PayPal before', async () => {
    const [unpaid, paid] = [await choose(), await choose()];
    shop.standIn.declines = true;
    await shop.standIn.act(unpaid.ref, 'approve');
    shop.standIn.declines = false;
    await shop.standIn.act(paid.ref, 'approve');
    shop.sent();
    const again = (one: typeof paid) => one.client.post('/api/subscription', { plan: 'flaming-hot' });
    expect((await again(unpaid)).body.pending).toMatchObject({ plan: 'flaming-hot' });
    await endDue(unpaid.ref);
    expect(shop.standIn.subscriptions.get(unpaid.ref)?.status).toBe('CANCELLED');
    const refused = await again(paid);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'You already have a plan. Change it, or cancel it first.',
    ]);
    expect([await statusOf(paid.id), await planOf(paid.me.id)]).toEqual(['active', 'spicy']);
    shop.sent();
  });

  it('apply a plan that was changed at PayPal, even if another change is pending here', async () => {
    const { app } = shop.server;
    const { id, ref, me, client } = await paidAt(0);
    const { pending } = (await client.put(`/api/subscription/revise/${id}`, { plan: 'flaming-hot' })).body;
    shop.standIn.subscriptions.get(ref)!.plan_id = 'P-ghost-pepper';
    await refreshSubscription(app, ref);
    expect((await client.get('/api/subscription')).body).toMatchObject({
      current: { plan: 'ghost-pepper', status: 'active' },
      pending: null,
    });
    expect([await statusOf(id), await planOf(me.id)]).toEqual(['cancelled', 'ghost-pepper']);
    // The pending change begins if its payer approves it after all.
    await shop.standIn.act(ref, 'approve');
    shop.sent();
    await refreshSubscription(app, ref);
    expect([await statusOf(pending.id), await planOf(me.id)]).toEqual(['active', 'flaming-hot']);
  });

  it('are applied atomically, and exactly once after a database failure', async () => {
    const { app } = shop.server;
    const { ref, me } = await choose();
    await shop.act(ref, 'approve');
    const rows = await stored(ref);
    await app.db.unsafe(`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
    for (const table of ['users', 'plan_subscriptions', 'payment_events']) {
      await app.db.unsafe(`create trigger broken before update on ${table} for each row execute function broken()`);
      const outcome = await applyPaymentEvent(app, rows[0]!.id).catch((error: Error) => error.message);
      await app.db.unsafe(`drop trigger broken on ${table}`);
      expect(outcome).toBe('broken');
      // The provider's report is applied atomically: the plan with its limits, or neither.
      expect(await planOf(me.id)).toBe(table === 'payment_events' ? 'spicy' : 'mild');
      expect((await stored(ref)).some(({ applied }) => applied)).toBe(false);
    }
    for (const { id } of rows) await applyPaymentEvent(app, id);
    expect((await stored(ref)).every(({ applied }) => applied)).toBe(true);
    expect(await planOf(me.id)).toBe('spicy');
  });

  describe('if an event never arrives or can’t be applied', () => {
    const age = (ref: string, column: string, interval: string) =>
      shop.server.app.db.unsafe(
        `update plan_subscriptions set ${column} = ${column} - interval '${interval}' where provider_ref = $1`,
        [ref],
      );

    it('pending and owing plans are checked at PayPal after half an hour, other plans daily', async () => {
      const { app } = shop.server;
      const { id, ref } = await choose();
      await shop.standIn.act(ref, 'approve');
      await age(ref, 'checked_at', '29 minutes');
      await reconcilePlans(app);
      expect(await statusOf(id)).toBe('pending');
      await age(ref, 'checked_at', '2 minutes');
      await reconcilePlans(app);
      expect(await statusOf(id)).toBe('active');
      await shop.standIn.act(ref, 'cancel');
      await age(ref, 'checked_at', '23 hours');
      await reconcilePlans(app);
      expect(await statusOf(id)).toBe('active');
      await age(ref, 'checked_at', '2 hours');
      await reconcilePlans(app);
      expect(await statusOf(id)).toBe('cancelled');
      shop.sent();
    });

    it.each(NAMES)('the receipt is still sent, and a late event sends no second one: %s', async (names) => {
      const { app } = shop.server;
      shop.standIn.transactionIds = names;
      const { ref, me } = await choose();
      const receipts = async () => (await mailsTo(me.email)).filter((subject) => subject.startsWith('Your receipt'));
      await shop.standIn.act(ref, 'approve');
      const lost = shop.sent();
      await age(ref, 'checked_at', '1 hour');
      await reconcilePlans(app);
      expect(await receipts()).toHaveLength(1);
      // A month later. Known payments aren't stored again, whether by another check or by a late event.
      await shop.standIn.act(ref, 'pay');
      lost.push(...shop.sent());
      for (let round = 0; round < 2; round += 1) {
        await age(ref, 'checked_at', '25 hours');
        await reconcilePlans(app);
        expect(await receipts()).toHaveLength(2);
      }
      for (const event of lost) expect((await shop.deliver(event)).status).toBe(200);
      for (const { id } of await stored(ref)) await applyPaymentEvent(app, id);
      expect(await receipts()).toHaveLength(2);
      const [paid] = await app.db`
        select count(*)::int as n from payment_events where provider_ref = ${ref} and type = 'PAYMENT.SALE.COMPLETED'`;
      expect(paid?.['n']).toBe(2);
      // A payment whose event arrived isn't stored again.
      await shop.act(ref, 'pay');
      for (const { id } of await stored(ref)) await applyPaymentEvent(app, id);
      await age(ref, 'checked_at', '25 hours');
      await reconcilePlans(app);
      expect(await receipts()).toHaveLength(3);
    });

    it('other transactions in PayPal’s list of payments send no receipt, and don’t prevent one', async () => {
      const { app } = shop.server;
      const listed = (id: string, value: string, status?: string) => ({
        id,
        status,
        // PayPal doesn't guarantee a time zone.
        time: new Date().toISOString().replace('Z', '+00:00'),
        amount_with_breakdown: { gross_amount: { value, currency_code: 'USD' } },
      });
      shop.standIn.otherTransactions = [
        listed('R-1', '-4.99', 'COMPLETED'),
        listed('R-2', '0.00', 'COMPLETED'),
        listed('R-3', '4.99', 'FAILED'),
        listed('R-4', '4.99'),
      ];
      const { ref, me } = await choose();
      await shop.standIn.act(ref, 'approve');
      shop.sent();
      await age(ref, 'checked_at', '1 hour');
      await reconcilePlans(app);
      expect(await mailsTo(me.email)).toEqual(['Your receipt: $4.99 for Spicy']);
    });

    it('a plan ends after its grace period even if PayPal’s list of payments can’t be read', async () => {
      const { app } = shop.server;
      shop.standIn.otherTransactions = [{ id: 'R-5' }];
      const { id, ref } = await choose();
      for (const one of ['approve', 'fail'] as const) {
        await shop.standIn.act(ref, one);
        await refreshSubscription(app, ref);
      }
      shop.sent();
      expect(await statusOf(id)).toBe('past-due');
      await age(ref, 'grace_until', '8 days');
      await age(ref, 'checked_at', '1 hour');
      await reconcilePlans(app);
      expect(await statusOf(id)).toBe('expired');
    });

    it('an owing plan ends after its grace period, and so does the subscription at PayPal', async () => {
      const { app } = shop.server;
      const { id, ref, me } = await choose();
      for (const one of ['approve', 'fail'] as const) {
        await shop.act(ref, one);
        for (const row of await stored(ref)) await applyPaymentEvent(app, row.id);
      }
      expect([await statusOf(id), await planOf(me.id)]).toEqual(['past-due', 'spicy']);
      const [row] = await app.db<{ days: number }[]>`
        select round(extract(epoch from grace_until - now()) / 86400)::int as days from plan_subscriptions where id = ${id}`;
      expect(row!.days).toBe(7);
      await age(ref, 'grace_until', '8 days');
      await age(ref, 'checked_at', '1 hour');
      // A payment without an event saves the plan.
      await shop.standIn.act(ref, 'pay');
      await reconcilePlans(app);
      expect(await statusOf(id)).toBe('active');
      await shop.act(ref, 'fail');
      for (const one of await stored(ref)) await applyPaymentEvent(app, one.id);
      await age(ref, 'grace_until', '8 days');
      await age(ref, 'checked_at', '1 hour');
      await reconcilePlans(app);
      expect([await statusOf(id), await planOf(me.id)]).toEqual(['expired', 'mild']);
      // Events arrive in any order; each sends one mail.
      expect((await mailsTo(me.email)).toSorted()).toEqual([
        'A payment for Spicy failed',
        'A payment for Spicy failed',
        'Spicy has ended',
        'Your receipt: $4.99 for Spicy',
        'Your receipt: $4.99 for Spicy',
      ]);
      const jobs = await app.db`select 1 from pgboss.job where name = 'end-at-provider' and data ->> 'ref' = ${ref}`;
      expect(jobs).toHaveLength(1);
      shop.sent();
    });

    it('a choice that isn’t approved within three days expires', async () => {
      const { id, ref } = await choose();
      await age(ref, 'since', '73 hours');
      await age(ref, 'checked_at', '1 hour');
      await reconcilePlans(shop.server.app);
      expect(await statusOf(id)).toBe('expired');
    });

    it('an approved choice that is unpaid after three days ends at PayPal, even for a deleted account', async () => {
      const { app } = shop.server;
      const { id, ref, me, client } = await declined();
      for (const column of ['since', 'created_at', 'checked_at']) await age(ref, column, '73 hours');
      await reconcilePlans(app);
      expect(await statusOf(id)).toBe('expired');
      expect((await client.post('/auth/delete', { email: me.email, password: 'a long password' })).status).toBe(200);
      await endDue(ref);
      expect(shop.standIn.subscriptions.get(ref)?.status).toBe('CANCELLED');
      shop.sent();
    });

    it('a subscription that can’t be checked delays no other check, and is retried half an hour later', async () => {
      const { app } = shop.server;
      const [first, bad, last] = [await choose(), await choose(), await choose()];
      for (const { ref } of [first, bad, last]) await shop.standIn.act(ref, 'approve');
      shop.sent();
      // The database rejects updates of the second one.
      await app.db.unsafe(
        `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
      );
      await app.db.unsafe(
        `create trigger refuse before update of status on plan_subscriptions for each row
         when (new.provider_ref = '${bad.ref}') execute function refuse()`,
      );
      for (const { ref } of [bad, first, last]) await age(ref, 'checked_at', '1 hour');
      await age(bad.ref, 'checked_at', '1 hour');
      await reconcilePlans(app);
      const all = async () => [await statusOf(first.id), await statusOf(bad.id), await statusOf(last.id)];
      expect(await all()).toEqual(['active', 'pending', 'active']);
      await app.db`drop trigger refuse on plan_subscriptions`;
      await age(bad.ref, 'checked_at', '31 minutes');
      await reconcilePlans(app);
      expect(await all()).toEqual(['active', 'active', 'active']);
      // An active one would be checked a day later, but not if its check failed.
      await shop.standIn.act(last.ref, 'cancel');
      shop.sent();
      shop.standIn.broken = 500;
      await age(last.ref, 'checked_at', '25 hours');
      await reconcilePlans(app);
      shop.standIn.broken = null;
      await reconcilePlans(app);
      expect(await statusOf(last.id)).toBe('active');
      await age(last.ref, 'checked_at', '31 minutes');
      await reconcilePlans(app);
      expect(await statusOf(last.id)).toBe('cancelled');
    });

    it('an event that fails each time doesn’t delay others', async () => {
      const { app } = shop.server;
      const [bad, good] = [await choose(), await choose()];
      for (const { ref } of [bad, good]) await shop.act(ref, 'approve');
      await app.db`
        update payment_events set received_at = now() - interval '3 hours' where provider_ref in (${bad.ref}, ${good.ref})`;
      await app.db`update payment_events set received_at = now() - interval '9 hours' where provider_ref = ${bad.ref}`;
      await app.db.unsafe(
        `create trigger refuse before update on payment_events for each row
         when (new.provider_ref = '${bad.ref}') execute function refuse()`,
      );
      await reconcilePlans(app);
      await app.db`drop trigger refuse on payment_events`;
      expect((await stored(bad.ref)).some(({ applied }) => applied)).toBe(false);
      expect((await stored(good.ref)).every(({ applied }) => applied)).toBe(true);
      await reconcilePlans(app);
      expect((await stored(bad.ref)).every(({ applied }) => applied)).toBe(true);
    });

    it('a deleted account’s cancellation is retried until PayPal confirms it, even if the queue gave up', async () => {
      const { app } = shop.server;
      const kept = (ref: string) => app.db<{ last_error: string | null }[]>`
        select last_error from subscription_endings where provider_ref = ${ref}`;
      const ageEnding = (ref: string, interval: string) =>
        app.db.unsafe(
          `update subscription_endings set since = since - interval '${interval}', tried_at = tried_at - interval '${interval}'
           where provider_ref = $1`,
          [ref],
        );
      const late = async () =>
        (await cancellationsCheck(app.db).run(new AbortController().signal)).map(({ text }) => text);
      const paying = await choose();
      await shop.act(paying.ref, 'approve');
      for (const { id } of await stored(paying.ref)) await applyPaymentEvent(app, id);
      const waiting = await choose();
      for (const one of [paying, waiting]) {
        const gone = { email: one.me.email, password: 'a long password' };
        expect((await one.client.post('/auth/delete', gone)).status).toBe(200);
      }
      // The queue has used up its retries.
      await app.db`delete from pgboss.job where name = 'end-at-provider'`;
      await reconcilePlans(app);
      expect(shop.standIn.subscriptions.get(paying.ref)?.status).toBe('ACTIVE');
      shop.standIn.broken = 500;
      for (const { ref } of [paying, waiting]) await ageEnding(ref, '25 hours');
      await reconcilePlans(app);
      expect(await late()).toEqual([
        expect.stringMatching(
          /^2 subscriptions should have ended at PayPal and did not \(I-.*I-.*25 hours: PayPal could not/,
        ),
      ]);
      shop.standIn.broken = null;
      await reconcilePlans(app);
      expect(shop.standIn.subscriptions.get(paying.ref)?.status).toBe('ACTIVE');
      for (const { ref } of [paying, waiting]) await ageEnding(ref, '61 minutes');
      await reconcilePlans(app);
      expect(shop.standIn.subscriptions.get(paying.ref)?.status).toBe('CANCELLED');
      expect(await kept(paying.ref)).toEqual([]);
      // A choice can't be ended before its payer approves it. It is ended after that, within three days.
      expect(await kept(waiting.ref)).toEqual([{ last_error: null }]);
      expect(await late()).toEqual([]);
      await shop.standIn.act(waiting.ref, 'approve');
      await ageEnding(waiting.ref, '61 minutes');
      await reconcilePlans(app);
      expect(shop.standIn.subscriptions.get(waiting.ref)?.status).toBe('CANCELLED');
      expect(await kept(waiting.ref)).toEqual([]);
      shop.sent();
    });

    it('choices that a deleted account discarded or replaced end at PayPal once the payer approves them', async () => {
      const { app } = shop.server;
      const one = await choose();
      await one.client.post('/api/subscription', { plan: 'ghost-pepper' });
      const waits = async () => (await one.client.get('/api/subscription')).body.pending as { id: string };
      await one.client.delete(`/api/subscription/cancel/${(await waits()).id}`);
      await one.client.post('/api/subscription', { plan: 'spicy' });
      await app.db`
        update plan_subscriptions set created_at = created_at - interval '4 days' where id = ${(await waits()).id}`;
      await one.client.delete(`/api/subscription/cancel/${(await waits()).id}`);
      const refs = (
        await app.db<{ ref: string }[]>`
          select provider_ref as ref from plan_subscriptions where user_id = ${one.me.id} order by created_at`
      ).map(({ ref }) => ref);
      expect(refs).toHaveLength(3);
      const gone = { email: one.me.email, password: 'a long password' };
      expect((await one.client.post('/auth/delete', gone)).status).toBe(200);
      const [old, ...young] = refs;
      for (const ref of young) await shop.standIn.act(ref, 'approve');
      await app.db`
        update subscription_endings set since = since - interval '61 minutes', tried_at = tried_at - interval '61 minutes'
        where provider_ref = any(${refs})`;
      await reconcilePlans(app);
      expect(young.map((ref) => shop.standIn.subscriptions.get(ref)?.status)).toEqual(['CANCELLED', 'CANCELLED']);
      expect(await app.db`select 1 from subscription_endings where provider_ref = any(${refs})`).toEqual([]);
      expect(shop.standIn.subscriptions.get(old!)?.status).toBe('APPROVAL_PENDING');
      shop.sent();
    });

    it('a plan that is chosen during the deletion of the account is ended, too', async () => {
      const { app } = shop.server;
      const one = await shop.server.signUp();
      const ref = `I-${newId()}`;
      const gone = { email: one.me.email, password: 'a long password' };
      const { promise: answer, resolve } = Promise.withResolvers<{ status: number }>();
      await transaction(app.db, async (tx) => {
        const choice = { id: newId(), userId: one.me.id, plan: 'spicy', ref, approveUrl: null };
        await chooseInstead(app, tx, choice);
        void one.client.post('/auth/delete', gone).then(resolve);
        await untilWaiting(app.db, 1);
      });
      expect((await answer).status).toBe(200);
      expect(await app.db`delete from subscription_endings where provider_ref = ${ref} returning 1`).toHaveLength(1);
    });

    it('an offer that a deleted account never approved is forgotten after three days', async () => {
      const { app } = shop.server;
      const one = await choose();
      const gone = { email: one.me.email, password: 'a long password' };
      expect((await one.client.post('/auth/delete', gone)).status).toBe(200);
      const left = () => app.db`select 1 from subscription_endings where provider_ref = ${one.ref}`;
      const age = () => app.db`
        update subscription_endings set since = since - interval '37 hours', tried_at = tried_at - interval '37 hours'
        where provider_ref = ${one.ref}`;
      await age();
      await reconcilePlans(app);
      expect(await left()).toHaveLength(1);
      await age();
      await reconcilePlans(app);
      expect(await left()).toEqual([]);
    });

    it('events that the queue gave up on are applied later', async () => {
      const { app } = shop.server;
      const { id, ref } = await choose();
      await shop.act(ref, 'approve');
      await app.db`update payment_events set received_at = now() - interval '3 hours' where provider_ref = ${ref}`;
      await reconcilePlans(app);
      expect((await stored(ref)).every(({ applied }) => applied)).toBe(true);
      expect(await statusOf(id)).toBe('active');
    });
  });
});
