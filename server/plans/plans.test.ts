import { DEFAULT_PLANS } from '@scoville/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../testkit/server.ts';

describe('the plans', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('are listed for anybody in their order, as the configuration has them', async () => {
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

  it('are not for sale where no payment provider is configured', async () => {
    expect((await server.visitor().get('/api/settings')).body.paypal.clientId).toBeNull();
    expect((await server.visitor().get('/api/plans')).body.forSale).toBe(false);
  });

  it('stand in the OpenAPI document', async () => {
    const { body } = await server.visitor().get('/api/docs/json');
    expect(body.paths['/api/plans'].get.summary).toContain('plans');
  });
});
