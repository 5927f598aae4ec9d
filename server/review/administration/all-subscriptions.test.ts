import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Client } from '../../testkit/client.ts';
import { type Shop, startShop } from '../../testkit/payments.ts';
import type { SentEvent } from '../../testkit/paypal-stand-in/signer.ts';
import { until } from '../../testkit/until.ts';

describe('all paid plans, for administrators', () => {
  let shop: Shop;
  let admin: Client;
  beforeAll(async () => {
    shop = await startShop({}, { worker: true });
    admin = (await shop.server.signUp({ role: 'admin' })).client;
  });
  afterAll(() => shop.close());

  const list = async (query: object = {}) =>
    (await admin.get(`/api/admin/subscriptions?${new URLSearchParams({ ...query })}`)).body;
  const names = async (query: object) =>
    (await list(query)).subscriptions.map(({ user }: { user: { name: string } }) => user.name);
  const detail = async (id: string) => (await admin.get(`/api/admin/subscriptions/${id}`)).body;
  /** Signs up a user who chooses a plan. Returns the subscription's id, and its ID at the provider. */
  const chosen = async (firstName: string, plan = 'spicy') => {
    const person = await shop.server.signUp({ firstName });
    const { pending } = (await person.client.post('/api/subscription', { plan })).body;
    const { subscription } = await detail(pending.id);
    return { person, id: pending.id as string, ref: subscription.providerId as string };
  };

  /** Payments and refunds, as administrators see them. */
  const payments = async (id: string) => {
    const { events } = await detail(id);
    const sales = events.filter(({ type }: { type: string }) => type.startsWith('PAYMENT.SALE.'));
    return sales.map(({ type, amount }: { type: string; amount: number }) => [type.slice(13), amount]);
  };

  it('are listed with their owners, and found by status, name, email and ID at the provider', async () => {
    const ada = await chosen('Adalind');
    const bea = await chosen('Beatrix', 'flaming-hot');
    await shop.act(bea.ref, 'approve');
    await until(async () => expect(await names({ status: 'active' })).toEqual(['Beatrix Tester']));
    expect(await names({})).toEqual(['Beatrix Tester', 'Adalind Tester']);
    expect(await list({ q: 'adal' })).toMatchObject({
      total: 1,
      subscriptions: [
        {
          id: ada.id,
          user: { id: ada.person.me.id, name: 'Adalind Tester', email: ada.person.me.email },
          plan: 'spicy',
          status: 'pending',
          activatedOn: null,
          nextBillingOn: null,
          graceUntil: null,
        },
      ],
    });
    expect(await names({ q: bea.person.me.email })).toEqual(['Beatrix Tester']);
    expect(await names({ q: ada.ref })).toEqual(['Adalind Tester']);
    expect(await names({ q: ada.ref.slice(0, -1) })).toEqual([]);
    expect(await names({ q: 'Beatrix', status: 'pending' })).toEqual([]);
    expect(await names({ q: '%' })).toEqual([]);
    expect((await admin.get('/api/admin/subscriptions?status=paid')).status).toBe(400);
  });

  it('show the provider’s events for each, in the order in which they happened', async () => {
    const { id, ref } = await chosen('Cora');
    expect(await detail(id)).toMatchObject({ events: [], eventTotal: 0, payerEmail: null });
    for (const event of ['approve', 'pay', 'fail'] as const) await shop.act(ref, event);
    await until(async () =>
      expect(await detail(id)).toMatchObject({
        subscription: { id, status: 'past-due', graceUntil: expect.any(String), activatedOn: expect.any(String) },
        payerEmail: expect.stringContaining('@'),
      }),
    );
    // An event that happened first and was received last.
    await shop.server.app.db`
      insert into payment_events (id, type, provider_ref, user_id, occurred_at)
      select 'WH-LATE', 'BILLING.SUBSCRIPTION.CREATED', ${ref}, user_id, '2026-01-01' from plan_subscriptions where id = ${id}`;
    const { events, eventTotal } = await detail(id);
    const times = events.map(({ occurredOn }: { occurredOn: string }) => occurredOn);
    expect(times).toEqual(times.toSorted());
    expect(eventTotal).toBe(events.length);
    expect(events[0]).toEqual({
      id: 'WH-LATE',
      type: 'BILLING.SUBSCRIPTION.CREATED',
      occurredOn: '2026-01-01T00:00:00.000Z',
      receivedOn: expect.any(String),
      appliedOn: null,
      amount: null,
      currency: null,
    });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'PAYMENT.SALE.COMPLETED', amount: 499, currency: 'USD' }),
    );
    expect((await admin.get(`/api/admin/subscriptions/${newId()}`)).status).toBe(404);
  });

  it('show a refund, though its event names only the payment, by either of its IDs', async () => {
    const { id, ref } = await chosen('Dora');
    await shop.act(ref, 'approve');
    await shop.act(ref, 'refund');
    expect(await payments(id)).toEqual([
      ['COMPLETED', 499],
      ['REFUNDED', -499],
    ]);
    // The payment has another ID in the listing.
    await shop.server.app
      .db`update payment_events set other_ref = 'T-1' where provider_ref = ${ref} and type like '%COMPLETED'`;
    const refund = (sale: string) => ({
      id: `WH-${sale}`,
      event_type: 'PAYMENT.SALE.REFUNDED',
      create_time: new Date().toISOString(),
      resource: { id: `R-${sale}`, sale_id: sale, amount: { total: '-1.00', currency: 'USD' } },
    });
    for (const sale of ['T-1', 'T-ELSEWHERE'])
      expect((await shop.deliver(shop.standIn.sign(refund(sale)))).status).toBe(200);
    expect((await payments(id)).at(-1)).toEqual(['REFUNDED', -100]);
    expect(await shop.server.app.db`select 1 from payment_events where id = 'WH-T-ELSEWHERE'`).toEqual([]);
  });

  it('show what a payer’s bank took back, though its event names neither payment nor subscription', async () => {
    const { id, ref } = await chosen('Hedy');
    await shop.act(ref, 'approve');
    await shop.standIn.act(ref, 'reverse');
    const [reversed] = shop.sent() as [SentEvent];
    const { resource } = JSON.parse(reversed.body);
    expect(Object.keys(resource).toSorted()).toEqual(['amount', 'id', 'state']);
    // PayPal resends an event that wasn't accepted.
    shop.standIn.brokenPath = `/v1/payments/refund/${resource.id}`;
    expect((await shop.deliver(reversed)).status).toBe(503);
    shop.standIn.brokenPath = null;
    for (const event of [reversed, reversed]) expect((await shop.deliver(event)).status).toBe(200);
    const both = [
      ['COMPLETED', 499],
      ['REVERSED', -499],
    ];
    expect(await payments(id)).toEqual(both);
    // A reversal under the ID of its payment, and one of something else that is sold.
    const [payment] = await shop.server.app.db<{ name: string }[]>`
      select payment_ref as name from payment_events where provider_ref = ${ref} and type like '%COMPLETED'`;
    for (const name of [payment!.name, 'R-ELSEWHERE']) {
      const event = {
        id: `WH-${name}`,
        event_type: 'PAYMENT.SALE.REVERSED',
        create_time: new Date().toISOString(),
        resource: { id: name, state: 'reversed' },
      };
      expect((await shop.deliver(shop.standIn.sign(event))).status).toBe(200);
    }
    expect(await payments(id)).toEqual([...both, ['REVERSED', null]]);
  });

  it('show a refund that arrived before its payment once, and the payment with its receipt', async () => {
    const { id, ref, person } = await chosen('Edda');
    shop.standIn.behind = 60_000;
    await shop.standIn.act(ref, 'approve');
    shop.standIn.behind = 0;
    await shop.standIn.act(ref, 'refund');
    const [activated, paid, refunded] = shop.sent() as [SentEvent, SentEvent, SentEvent];
    const delivered = async (event: SentEvent) => (await shop.deliver(event)).status;
    // PayPal resends an event that wasn't accepted.
    shop.standIn.brokenPath = `/v1/payments/sale/${JSON.parse(paid.body).resource.id}`;
    expect(await delivered(refunded)).toBe(503);
    shop.standIn.brokenPath = null;
    expect(await delivered(refunded)).toBe(200);
    expect(await payments(id)).toEqual([['REFUNDED', -499]]);
    for (const event of [refunded, paid, refunded, activated, paid]) expect(await delivered(event)).toBe(200);
    expect(await payments(id)).toEqual([
      ['COMPLETED', 499],
      ['REFUNDED', -499],
    ]);
    await until(async () => {
      const { subscription, events } = await detail(id);
      expect(subscription.status).toBe('active');
      expect(events.filter(({ appliedOn }: { appliedOn: string | null }) => appliedOn === null)).toEqual([]);
    });
    const receipts = await shop.server.app.db`
      select 1 from outbox where "to" = ${person.me.email} and kind = 'receipt'`;
    expect(receipts).toHaveLength(1);
  });
});
