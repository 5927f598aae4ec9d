import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the plans', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('are listed for visitors, in the order of the configuration', async () => {
    const { status, body } = await server.visitor().get('/api/plans');
    expect(status).toBe(200);
    expect(body.plans).toEqual(server.app.env.PLANS);
    expect(body.plans.map(({ displayName }: { displayName: string }) => displayName)).toEqual([
      'Mild',
      'Spicy',
      'Flaming Hot',
      'Ghost Pepper',
    ]);
    expect(body.plans.filter(({ price }: { price: number }) => price > 0)).toHaveLength(3);
    expect(body.plans).toEqual(DEFAULT_PLANS);
  });

  it('are not for sale if no payment provider is configured', async () => {
    expect((await server.visitor().get('/api/settings')).body.paypal.clientId).toBeNull();
    expect((await server.visitor().get('/api/plans')).body.forSale).toBe(false);
  });

  it('give every account the largest one if none is sold, including existing accounts', async () => {
    const unset = await startTestServer({ DEFAULT_PLAN: '' });
    const admin = await unset.signUp({ role: 'admin' });
    const account = await unset.signUp();
    const [{ plan } = { plan: '' }] = await unset.app.db<{ plan: string }[]>`
      select plan from users where id = ${account.me.id}`;
    expect(plan, 'as it is kept').toBe('mild');
    expect(account.me).toMatchObject({
      plan: 'ghost-pepper',
      isSubscribed: false,
      limits: { total: null, maxFileSizeMB: 1000 },
    });
    expect((await unset.visitor().get('/api/settings')).body.subscriptions).toMatchObject({
      basePlan: 'ghost-pepper',
      limits: { total: null },
    });
    const { body } = await admin.client.get(`/api/users?q=${account.me.email}`);
    expect(body.users).toMatchObject([{ id: account.me.id, plan: 'ghost-pepper' }]);
    // An administrator can still assign another plan.
    expect((await admin.client.put(`/api/users/${account.me.id}`, { plan: 'spicy' })).status).toBe(200);
    expect((await account.client.get('/api/users/me')).body).toMatchObject({ plan: 'spicy', isSubscribed: true });
    await unset.close();
  });

  it('are in the OpenAPI document', async () => {
    const { body } = await server.visitor().get('/api/docs/json');
    expect(body.paths['/api/plans'].get.summary).toContain('plans');
  });
});
