import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadHandler } from '../../testkit/load-handler.ts';
import type { Account } from '../../testkit/server.ts';
import { type Shop, startShop } from '../../testkit/payments.ts';
import type { JobRun } from '../../platform/jobs/job.ts';
import { notifyAssignedPlanJob } from './own-account.jobs.ts';

describe('an account whose plan an administrator changes', () => {
  let shop: Shop;
  let admin: Account;
  let person: Account;
  beforeAll(async () => {
    shop = await startShop();
    admin = await shop.server.signUp({ role: 'admin' });
  });
  beforeEach(async () => {
    person = await shop.server.signUp();
  });
  afterAll(() => shop.close());

  const assign = async (plan: string, to = person, by = admin) =>
    expect((await by.client.put(`/api/users/${to.me.id}`, { plan })).status).toBe(200);
  const jobs = (of = person) => shop.server.app.db<{ data: { userId: string }; seconds: number }[]>`
    select data, extract(epoch from start_after - created_on)::int as seconds from pgboss.job
    where name = ${notifyAssignedPlanJob.name} and data->>'userId' = ${of.me.id}`;
  /** Runs the queued jobs, as if the last change were this long ago (seconds). */
  const settle = async (seconds = 301) => {
    const { app } = shop.server;
    await app.db`
      update plan_assignments set assigned_at = now() - make_interval(secs => ${seconds}) where user_id = ${person.me.id}`;
    const handle = await loadHandler(notifyAssignedPlanJob);
    for (const { data } of await jobs()) await handle(app, data, {} as JobRun);
  };
  const told = async (of = person) => (await of.client.get('/api/notifications')).body.notifications;
  const paidPlan = async () => (await person.client.get('/api/subscription')).body;
  const mails = (of = person) => shop.server.app.db<{ subject: string; text: string }[]>`
    select subject, text from outbox where "to" = ${of.me.email} and kind = 'plan-assigned' order by created_at`;

  it('is notified of its plan, that it isn’t charged, and where to object', async () => {
    await assign('ghost-pepper');
    expect(await jobs()).toMatchObject([{ seconds: 300 }]);
    await settle();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your plan is now Ghost Pepper');
    expect(mail?.text).toContain('changed your plan from Mild to Ghost Pepper.');
    expect(mail?.text).toContain('You are not charged for it. It stays until you subscribe to a plan');
    expect(mail?.text).toContain('/help/contact');
    expect(await paidPlan()).toEqual({ current: null, pending: null, assigned: 'ghost-pepper' });
    expect(await told()).toMatchObject([
      { kind: 'plan-assigned', text: 'Your plan is now Ghost Pepper', path: '/account/subscription' },
    ]);
    // A job that runs twice notifies once.
    await settle();
    expect(await mails()).toHaveLength(1);
    await assign('mild');
    await settle();
    expect((await mails())[1]?.text).toContain('You are not charged for it, and you can subscribe to another plan');
  });

  it('is notified once of successive changes, with the last plan', async () => {
    await assign('spicy');
    await assign('ghost-pepper');
    await settle(290);
    expect(await mails()).toEqual([]);
    await settle();
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your plan is now Ghost Pepper']);
    expect((await mails())[0]?.text).toContain('from Mild to Ghost Pepper');
    expect(await told()).toHaveLength(1);
  });

  it('isn’t notified of a reverted change, of a change to the same plan, or of its own change', async () => {
    await assign('ghost-pepper');
    await assign('mild');
    await settle();
    expect(await told()).toEqual([]);
    await assign('mild');
    expect(await jobs()).toHaveLength(2);
    await assign('spicy', admin);
    expect(await jobs(admin)).toEqual([]);
  });

  it('is notified that it continues to pay for its plan, but not after it has cancelled that plan', async () => {
    const subscribe = async (plan: string) => {
      const { pending } = (await person.client.post('/api/subscription', { plan })).body;
      const [row] = await shop.server.app.db<{ ref: string }[]>`
        select provider_ref as ref from plan_subscriptions where id = ${pending.id}`;
      await shop.standIn.act(row!.ref, 'approve');
      shop.sent();
      await person.client.post(`/api/subscription/confirm/${pending.id}`);
      return pending.id as string;
    };
    const id = await subscribe('spicy');
    await assign('ghost-pepper');
    await settle();
    expect((await mails())[0]?.text).toContain('You go on paying for Spicy through PayPal, as before');
    expect(await paidPlan()).toMatchObject({ current: { plan: 'spicy' }, assigned: 'ghost-pepper' });
    await assign('spicy');
    expect(await paidPlan()).toMatchObject({ current: { plan: 'spicy' }, assigned: null });
    await settle();
    expect((await mails())[1]?.text).toContain('This is the plan that you pay for through PayPal.');
    await assign('flaming-hot');
    expect((await person.client.delete(`/api/subscription/cancel/${id}`)).status).toBe(200);
    await settle();
    expect(await mails()).toHaveLength(2);
  });

  it('isn’t notified once it is deleted', async () => {
    await assign('spicy');
    await shop.server.app.db`update users set deleted_at = now() where id = ${person.me.id}`;
    await settle();
    expect(await mails()).toEqual([]);
  });
});
