import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { insertMedia } from '../../../testkit/media.ts';
import { type Account, startTestServer } from '../../../testkit/server.ts';
import { type Shop, startShop } from '../../../testkit/payments.ts';
import { until } from '../../../testkit/until.ts';

const CANCELLED = 'Successfully cancelled subscription.';
const DISCARDED = 'Your choice was discarded.';

describe('paid plans', () => {
  let shop: Shop;
  let person: Account;
  beforeAll(async () => {
    // The worker runs the jobs that webhooks enqueue.
    shop = await startShop({}, { worker: true });
  });
  beforeEach(async () => {
    shop.standIn.broken = null;
    person = await shop.server.signUp();
  });
  afterAll(() => shop.close());

  const me = async (who = person) => (await who.client.get('/api/users/me')).body;
  const choose = async (plan: string, who = person) => (await who.client.post('/api/subscription', { plan })).body;
  const refOf = async (id: string): Promise<string> => {
    const [row] = await shop.server.app.db<{ ref: string }[]>`
      select provider_ref as ref from plan_subscriptions where id = ${id}`;
    return row!.ref;
  };
  /** Chooses a plan, approves it at the provider, and confirms it here. */
  const subscribed = async (plan = 'spicy', who = person) => {
    const { pending } = await choose(plan, who);
    const ref = await refOf(pending.id);
    await shop.standIn.act(ref, 'approve');
    shop.sent();
    await who.client.post(`/api/subscription/confirm/${pending.id}`);
    return { id: pending.id as string, ref };
  };
  const history = (who = person) => shop.server.app.db<{ plan: string; status: string; replaced: boolean }[]>`
    select plan, status, successor_id is not null as replaced from plan_subscriptions
    where user_id = ${who.me.id} order by created_at, id`;

  it('PS-06 a plan that is chosen but not approved is pending, and grants nothing', async () => {
    const chosen = await choose('spicy');
    expect(chosen).toMatchObject({
      message: 'Approve the payment on PayPal.',
      current: null,
      pending: { plan: 'spicy', status: 'pending' },
    });
    expect(chosen.approveUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/approve\/I-/);
    expect(await me()).toMatchObject({
      isSubscribed: false,
      subscription: { plan: 'spicy', status: 'pending' },
      plan: 'mild',
      limits: { total: 1 },
    });
    // The client's confirmation isn't enough.
    const confirmed = await person.client.post(`/api/subscription/confirm/${chosen.pending.id}`);
    expect(confirmed.body).toMatchObject({ current: null, pending: { status: 'pending' } });
    expect(await me()).toMatchObject({ isSubscribed: false, plan: 'mild' });
  });

  it('PS-07 the provider’s approval activates the plan, even if the payer doesn’t return from there', async () => {
    const { pending } = await choose('flaming-hot');
    await shop.act(await refOf(pending.id), 'approve');
    await until(async () =>
      expect(await me()).toMatchObject({ isSubscribed: true, plan: 'flaming-hot', limits: { total: 20 } }),
    );
    expect((await person.client.get('/api/subscription')).body).toMatchObject({
      current: { id: pending.id, status: 'active', plan: 'flaming-hot', approveUrl: null, graceUntil: null },
      pending: null,
    });
  });

  it('PS-10 API-67 cancelling removes limits and perks at once, and ends the charges', async () => {
    const { id, ref } = await subscribed('flaming-hot');
    const media = await insertMedia(shop.server.app.db, { musicianId: person.me.id });
    const positions = { id: person.me.id, positions: [{ id: media, position: 1 }] };
    const rearrange = async () => (await person.client.put('/api/media/positions', positions)).status;
    expect(await rearrange()).toBe(200);
    const answer = await person.client.delete(`/api/subscription/cancel/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: CANCELLED, current: null, pending: null, assigned: null });
    expect(await me()).toMatchObject({ isSubscribed: false, plan: 'mild', limits: { total: 1, maxFileSizeMB: 50 } });
    expect(await rearrange()).toBe(403);
    expect(shop.standIn.subscriptions.get(ref)?.status).toBe('CANCELLED');
    expect((await person.client.delete(`/api/subscription/cancel/${id}`)).body.message).toBe(CANCELLED);
    expect(shop.standIn.calls.filter((call) => call.endsWith(`${ref}/cancel`))).toHaveLength(1);
  });

  it('API-67 API-68 another user’s subscription is not found by any call', async () => {
    const { id, ref } = await subscribed();
    const other = await shop.server.signUp();
    for (const owned of [id, newId()]) {
      const answers = [
        await other.client.delete(`/api/subscription/cancel/${owned}`),
        await other.client.put(`/api/subscription/revise/${owned}`, { plan: 'flaming-hot' }),
        await other.client.post(`/api/subscription/confirm/${owned}`),
      ];
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
        Array.from({ length: 3 }, () => [404, 'This subscription was not found.']),
      );
    }
    expect(shop.standIn.subscriptions.get(ref)).toMatchObject({ status: 'ACTIVE', revision: null });
    expect(await me()).toMatchObject({ plan: 'spicy' });
  });

  it('PS-11 API-68 a change revises the provider’s subscription, cancels the old plan and adds the new', async () => {
    const { id, ref } = await subscribed('spicy');
    const answer = await person.client.put(`/api/subscription/revise/${id}`, { plan: 'flaming-hot' });
    expect(answer.body).toMatchObject({
      current: { id, plan: 'spicy', status: 'active' },
      pending: { plan: 'flaming-hot', status: 'pending' },
      approveUrl: expect.stringContaining(`/approve/${ref}`),
    });
    // Nothing changes until it is approved.
    expect(await me()).toMatchObject({ plan: 'spicy', limits: { total: 5 } });
    await shop.standIn.act(ref, 'approve');
    const confirmed = await person.client.post(`/api/subscription/confirm/${answer.body.pending.id}`);
    expect(confirmed.body).toMatchObject({
      current: { id: answer.body.pending.id, plan: 'flaming-hot', status: 'active' },
      pending: null,
    });
    expect(await me()).toMatchObject({ isSubscribed: true, plan: 'flaming-hot', limits: { total: 20 } });
    expect(await history()).toEqual([
      { plan: 'spicy', status: 'cancelled', replaced: true },
      { plan: 'flaming-hot', status: 'active', replaced: false },
    ]);
    expect(shop.standIn.subscriptions.get(ref)).toMatchObject({ status: 'ACTIVE', plan_id: 'P-flaming-hot' });
  });

  it('a change that needs no approval at PayPal is in force at once', async () => {
    const { id, ref } = await subscribed('spicy');
    shop.standIn.asksNobody = true;
    const { body } = await person.client.put(`/api/subscription/revise/${id}`, { plan: 'flaming-hot' });
    shop.standIn.asksNobody = false;
    expect(body).toMatchObject({
      message: 'Your plan is now Flaming Hot.',
      approveUrl: null,
      current: { plan: 'flaming-hot', status: 'active' },
      pending: null,
    });
    expect(await history()).toEqual([
      { plan: 'spicy', status: 'cancelled', replaced: true },
      { plan: 'flaming-hot', status: 'active', replaced: false },
    ]);
    expect(await me()).toMatchObject({ plan: 'flaming-hot', limits: { total: 20 } });
    expect(shop.standIn.subscriptions.get(ref)?.status).toBe('ACTIVE');
  });

  it('discarding a change leaves the current plan unchanged, here and at PayPal', async () => {
    const { id, ref } = await subscribed('spicy');
    const { pending } = (await person.client.put(`/api/subscription/revise/${id}`, { plan: 'ghost-pepper' })).body;
    const answer = await person.client.delete(`/api/subscription/cancel/${pending.id}`);
    expect(answer.body).toMatchObject({
      message: DISCARDED,
      current: { id, plan: 'spicy', status: 'active' },
      pending: null,
    });
    expect(await me()).toMatchObject({ plan: 'spicy', isSubscribed: true });
    expect(shop.standIn.subscriptions.get(ref)).toMatchObject({ status: 'ACTIVE', plan_id: 'P-spicy' });
  });

  const discard = (id: string, who = person) => who.client.delete(`/api/subscription/cancel/${id}`);

  it('discarding a choice cancels its subscription if the payer has approved it in the meantime', async () => {
    const { pending } = await choose('spicy');
    expect((await discard(pending.id)).body).toEqual({
      message: DISCARDED,
      current: null,
      pending: null,
      assigned: null,
    });
    expect((await discard(pending.id)).body.message).toBe(DISCARDED);
    const second = (await choose('spicy')).pending;
    const ref = await refOf(second.id);
    await shop.standIn.act(ref, 'approve');
    const late = shop.sent();
    expect((await discard(second.id)).body).toEqual({
      message: CANCELLED,
      current: null,
      pending: null,
      assigned: null,
    });
    expect(shop.standIn.subscriptions.get(ref)?.status).toBe('CANCELLED');
    for (const event of late) expect((await shop.deliver(event)).status).toBe(200);
    await until(async () =>
      expect(
        await shop.server.app.db`select 1 from payment_events where provider_ref = ${ref} and applied_at is null`,
      ).toEqual([]),
    );
    expect(await me()).toMatchObject({ plan: 'mild', isSubscribed: false });
  });

  it('rejects discarding or replacing an offer that PayPal is about to start or can’t report on', async () => {
    const { pending } = await choose('spicy');
    const ref = await refOf(pending.id);
    shop.standIn.isSlow = true;
    await shop.standIn.act(ref, 'approve');
    shop.standIn.isSlow = false;
    const early = await discard(pending.id);
    expect([early.status, early.body.message]).toEqual([
      409,
      'PayPal is confirming this payment. Cancel the subscription in a moment, once it has begun.',
    ]);
    const instead = await person.client.post('/api/subscription', { plan: 'ghost-pepper' });
    expect([instead.status, instead.body.message]).toEqual([
      409,
      'PayPal is confirming your payment for another plan. Change the plan in a moment, once it has begun.',
    ]);
    shop.standIn.broken = 500;
    const unanswered = await discard(pending.id);
    shop.standIn.broken = null;
    expect([unanswered.status, unanswered.body.message]).toEqual([
      503,
      'PayPal could not be reached just now, and nothing was changed. Please try again in a moment.',
    ]);
    expect((await person.client.get('/api/subscription')).body.pending).toMatchObject({ id: pending.id });
    await shop.standIn.act(ref, 'activate');
    shop.sent();
    expect((await discard(pending.id)).body.message).toBe(CANCELLED);
    expect(shop.standIn.subscriptions.get(ref)?.status).toBe('CANCELLED');
  });

  it('rejects discarding a change that was approved, which is in force and continues', async () => {
    const { id, ref } = await subscribed('spicy');
    const { pending } = (await person.client.put(`/api/subscription/revise/${id}`, { plan: 'ghost-pepper' })).body;
    await shop.standIn.act(ref, 'approve');
    shop.sent();
    const answer = await discard(pending.id);
    expect([answer.status, answer.body.message]).toEqual([409, 'This change was already approved.']);
    expect(shop.standIn.subscriptions.get(ref)).toMatchObject({ status: 'ACTIVE', plan_id: 'P-ghost-pepper' });
    expect(await me()).toMatchObject({ plan: 'ghost-pepper', isSubscribed: true });
  });

  it('PS-13 changing to the base plan cancels the charges', async () => {
    const { id, ref } = await subscribed('spicy');
    const answer = await person.client.put(`/api/subscription/revise/${id}`, { plan: 'mild' });
    expect(answer.body).toEqual({ message: CANCELLED, approveUrl: null, current: null, pending: null, assigned: null });
    expect(shop.standIn.subscriptions.get(ref)?.status).toBe('CANCELLED');
    expect(await me()).toMatchObject({ isSubscribed: false, plan: 'mild' });
  });

  it('PS-19 only the account itself sees its subscription', async () => {
    expect((await me()).subscription).toBeNull();
    const { pending } = await choose('spicy');
    const waiting = (await me()).subscription;
    const ref = await refOf(pending.id);
    expect(waiting).toEqual({
      id: pending.id,
      plan: 'spicy',
      status: 'pending',
      paypalInfo: { subscriptionId: ref, email: null, nextBillingOn: null },
    });
    await shop.standIn.act(ref, 'approve');
    await person.client.post(`/api/subscription/confirm/${pending.id}`);
    expect((await me()).subscription).toEqual({
      id: pending.id,
      plan: 'spicy',
      status: 'active',
      paypalInfo: { subscriptionId: ref, email: 'payer@example.org', nextBillingOn: expect.any(String) },
    });
    for (const client of [shop.server.visitor(), (await shop.server.signUp()).client])
      expect((await client.get(`/api/users/${person.me.id}`)).body).not.toHaveProperty('subscription');
  });

  it('PS-18 PS-20 settings contain the configured plans, their ids and limits, and PayPal’s client id', async () => {
    const { env } = shop.server.app;
    const { subscriptions, paypal } = (await shop.server.visitor().get('/api/settings')).body;
    expect(paypal).toEqual({ clientId: 'scoville-stand-in' });
    expect(subscriptions).toEqual({ plans: env.PLANS, basePlan: 'mild', limits: env.PLANS[0]!.limits });
    expect(subscriptions.plans.map(({ planId }: { planId: string | null }) => planId)).toEqual([
      null,
      'P-spicy',
      'P-flaming-hot',
      'P-ghost-pepper',
    ]);
    expect((await shop.server.visitor().get('/api/plans')).body.forSale).toBe(true);
    const plans = env.PLANS.map((plan, index) => ({ ...plan, type: `t${index}`, displayName: `Heat ${index}` }));
    const other = await startTestServer({ PLANS: JSON.stringify(plans) });
    const followed = (await other.visitor().get('/api/settings')).body;
    await other.close();
    expect(followed).toMatchObject({ paypal: { clientId: null }, subscriptions: { plans, basePlan: 't0' } });
  });

  it('a new choice replaces a pending one; an approval of either begins its plan, the only one in force', async () => {
    const first = (await choose('spicy')).pending;
    const second = (await choose('ghost-pepper')).pending;
    expect(second.id).not.toBe(first.id);
    const [firstRef, secondRef] = [await refOf(first.id), await refOf(second.id)];
    await shop.act(firstRef, 'approve');
    await until(async () => expect(await me()).toMatchObject({ plan: 'spicy' }));
    await shop.act(secondRef, 'approve');
    await until(async () => expect(await me()).toMatchObject({ plan: 'ghost-pepper' }));
    await until(() => expect(shop.standIn.subscriptions.get(firstRef)?.status).toBe('CANCELLED'));
    expect(await history()).toEqual([
      { plan: 'spicy', status: 'cancelled', replaced: true },
      { plan: 'ghost-pepper', status: 'active', replaced: false },
    ]);
  });

  it('rejects a second subscription, and a plan that is not for sale or already in force', async () => {
    const { id } = await subscribed('spicy');
    const again = await person.client.post('/api/subscription', { plan: 'ghost-pepper' });
    expect([again.status, again.body.message]).toEqual([
      409,
      'You already have a plan. Change it, or cancel it first.',
    ]);
    const same = await person.client.put(`/api/subscription/revise/${id}`, { plan: 'spicy' });
    expect([same.status, same.body.message]).toEqual([409, 'You are already on the Spicy plan.']);
    const other = await shop.server.signUp();
    for (const plan of ['mild', 'none', '']) {
      const answer = await other.client.post('/api/subscription', { plan });
      expect([answer.status, answer.body.message]).toEqual([400, 'This plan is not available.']);
    }
    await person.client.delete(`/api/subscription/cancel/${id}`);
    const ended = await person.client.put(`/api/subscription/revise/${id}`, { plan: 'ghost-pepper' });
    expect([ended.status, ended.body.message]).toEqual([
      409,
      'This subscription is no longer active. Choose a plan again.',
    ]);
  });

  it('changes nothing and responds with 503 while PayPal is unreachable', async () => {
    const { id } = await subscribed('spicy');
    shop.standIn.broken = 500;
    const sentence = 'PayPal could not be reached just now, and nothing was changed. Please try again in a moment.';
    const other = await shop.server.signUp();
    const answers = [
      await person.client.delete(`/api/subscription/cancel/${id}`),
      await person.client.put(`/api/subscription/revise/${id}`, { plan: 'ghost-pepper' }),
      await person.client.post(`/api/subscription/confirm/${id}`),
      await other.client.post('/api/subscription', { plan: 'spicy' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      Array.from({ length: 4 }, () => [503, sentence]),
    );
    expect(await me()).toMatchObject({ plan: 'spicy' });
    expect(await history(other)).toEqual([]);
  });

  it('a choice that failed at PayPal releases its idempotency key, so that the call can be repeated', async () => {
    await choose('spicy');
    const again = () =>
      person.client.send({
        method: 'POST',
        url: '/api/subscription',
        payload: { plan: 'ghost-pepper' },
        headers: { 'idempotency-key': 'another choice' },
      });
    // The state of the older choice is requested from PayPal and stored before the new choice fails.
    shop.standIn.brokenPath = '/v1/billing/subscriptions';
    expect((await again()).status).toBe(503);
    shop.standIn.brokenPath = null;
    const answer = await again();
    expect([answer.status, answer.body.pending?.plan]).toEqual([200, 'ghost-pepper']);
  });

  it('cancels nothing if PayPal is no longer configured, and the error refers to PayPal’s own page', async () => {
    const { id, ref } = await subscribed('spicy');
    const { env } = shop.server.app;
    const settings = env.PAYPAL;
    env.PAYPAL = null;
    const answers = [
      await person.client.delete(`/api/subscription/cancel/${id}`),
      await person.client.put(`/api/subscription/revise/${id}`, { plan: 'mild' }),
    ];
    env.PAYPAL = settings;
    for (const { status, body } of answers)
      expect([status, body.message]).toEqual([
        409,
        expect.stringMatching(/^Payments are not set up .* PayPal’s own page/),
      ]);
    expect(await me()).toMatchObject({ plan: 'spicy' });
    expect(shop.standIn.subscriptions.get(ref)?.status).toBe('ACTIVE');
  });

  it('a deleted account is not charged any more', async () => {
    const { ref } = await subscribed('spicy');
    const { email } = person.me;
    const deleted = await person.client.post('/auth/delete', { email, password: 'a long password' });
    expect(deleted.status).toBe(200);
    await until(() => expect(shop.standIn.subscriptions.get(ref)?.status).toBe('CANCELLED'));
    expect(await history()).toEqual([]);
  });
});

it('rejects every choice if nothing is sold', async () => {
  const server = await startTestServer();
  const { client } = await server.signUp();
  const answer = await client.post('/api/subscription', { plan: 'spicy' });
  expect([answer.status, answer.body.message]).toEqual([409, 'This installation does not accept payments.']);
  expect((await client.get('/api/subscription')).body).toEqual({ current: null, pending: null, assigned: null });
  expect((await server.visitor().post('/webhooks/paypal', {})).status).toBe(404);
  await server.close();
});
