import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type Shop, startShop } from '../../../testkit/payments.ts';
import type { SentEvent } from '../../../testkit/paypal-stand-in/signer.ts';

const VERIFICATION = 'POST /v1/notifications/verify-webhook-signature';

describe('forged events of the payment provider', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ RATE_LIMIT_FACTOR: '1' });
  });
  beforeEach(async () => {
    shop.sent();
    shop.standIn.calls.length = 0;
    await shop.server.app.db`delete from rate_limits`;
  });
  afterAll(() => shop.close());

  const questions = () => shop.standIn.calls.filter((call) => call === VERIFICATION).length;
  const choose = async (): Promise<string> => {
    const { client } = await shop.server.signUp();
    const { pending } = (await client.post('/api/subscription', { plan: 'spicy' })).body;
    const [row] = await shop.server.app.db<{ ref: string }[]>`
      select provider_ref as ref from plan_subscriptions where id = ${pending.id}`;
    return row!.ref;
  };
  const event = (type: string, resource: object): SentEvent => {
    const body = { id: `WH-${newId()}`, event_type: type, create_time: new Date().toISOString(), resource };
    return shop.standIn.sign(body);
  };
  const forge = (type: string, resource: object): SentEvent => {
    const { headers, body } = event(type, resource);
    return { body, headers: { ...headers, 'paypal-transmission-sig': 'Zm9yZ2Vk' } };
  };
  const deliver = ({ headers, body }: SentEvent, from: number) =>
    shop.server.visitor().send({
      method: 'POST',
      url: '/webhooks/paypal',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'sec-fetch-site': '',
        'x-forwarded-for': `203.0.${from}.1`,
      },
      payload: body,
    });
  const deliverAll = async (count: number, make: (n: number) => [SentEvent, from: number]) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => deliver(...make(n))));
    return [...new Set(answers.map(({ status }) => status))].toSorted();
  };

  it('about unknown references cost ten signature checks a minute, which other events don’t share', async () => {
    const ref = await choose();
    shop.standIn.calls.length = 0;
    const made = (n: number) =>
      n % 2 === 0
        ? forge('PAYMENT.SALE.COMPLETED', { id: newId(), billing_agreement_id: `I-${newId()}` })
        : forge('CATALOG.PRODUCT.CREATED', { id: newId() });
    expect(await deliverAll(40, (n) => [made(n), n])).toEqual([400, 429]);
    expect(questions()).toBe(10);
    expect((await deliver(event('BILLING.SUBSCRIPTION.UPDATED', { id: ref }), 200)).status).toBe(200);
  });

  it('cost no signature check if their headers show that they are forged', async () => {
    const ref = await choose();
    shop.standIn.calls.length = 0;
    const { headers, body } = event('BILLING.SUBSCRIPTION.UPDATED', { id: ref });
    const wrong: Record<string, string>[] = [
      { 'paypal-transmission-time': '2026-01-01T00:00:00Z' },
      { 'paypal-cert-url': 'https://evil.example/cert' },
      { 'paypal-transmission-sig': '' },
    ];
    for (const [from, more] of wrong.entries())
      expect((await deliver({ body, headers: { ...headers, ...more } }, from)).status).toBe(400);
    expect(questions()).toBe(0);
  });

  it('about one subscription cost twenty signature checks a minute, from any number of networks', async () => {
    const ref = await choose();
    shop.standIn.calls.length = 0;
    expect(await deliverAll(60, (n) => [forge('BILLING.SUBSCRIPTION.ACTIVATED', { id: ref }), n])).toEqual([400, 429]);
    expect(questions()).toBe(20);
  });

  it('don’t block PayPal’s own events about refunds and unknown references if all are from one network', async () => {
    const refund = () => ({ id: newId(), sale_id: newId() });
    expect(await deliverAll(80, () => [forge('PAYMENT.SALE.REFUNDED', refund()), 1])).toEqual([400, 429]);
    expect(await deliverAll(40, () => [forge('CATALOG.PRODUCT.CREATED', {}), 1])).toEqual([400, 429]);
    expect(questions()).toBe(5 + 5);
    for (let n = 0; n < 35; n += 1) {
      expect((await deliver(event('PAYMENT.SALE.REFUNDED', refund()), 2)).status).toBe(200);
      expect((await deliver(event('CATALOG.PRODUCT.CREATED', {}), 2)).status).toBe(200);
    }
  });

  it('about one subscription from one network don’t block genuine events about it from other networks', async () => {
    const ref = await choose();
    expect(await deliverAll(40, () => [forge('BILLING.SUBSCRIPTION.ACTIVATED', { id: ref }), 1])).toEqual([400, 429]);
    for (let n = 0; n < 25; n += 1)
      expect((await deliver(event('BILLING.SUBSCRIPTION.UPDATED', { id: ref }), 2)).status).toBe(200);
  });

  it('about unknown payments cost thirty signature checks a minute, which other events don’t share', async () => {
    const ref = await choose();
    shop.standIn.calls.length = 0;
    const made = () => forge('PAYMENT.SALE.REFUNDED', { id: newId(), sale_id: newId() });
    expect(await deliverAll(80, (n) => [made(), n])).toEqual([400, 429]);
    expect(questions()).toBe(30);
    expect((await deliver(event('BILLING.SUBSCRIPTION.UPDATED', { id: ref }), 200)).status).toBe(200);
  });

  it('cost at most sixty signature checks a minute per network; genuine events don’t count', async () => {
    const refs = await Promise.all(Array.from({ length: 8 }, choose));
    shop.standIn.calls.length = 0;
    const next = (n: number) => ({ id: refs[n % refs.length] });
    for (const _ of [1, 2])
      expect(await deliverAll(35, (n) => [event('BILLING.SUBSCRIPTION.UPDATED', next(n)), 1])).toEqual([200]);
    expect(await deliverAll(100, (n) => [forge('BILLING.SUBSCRIPTION.UPDATED', next(n)), 1])).toEqual([400, 429]);
    expect(questions()).toBe(70 + 60);
  });
});
