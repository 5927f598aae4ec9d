import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('ADM-17 only administrators see the dashboard, which lists the queues', async () => {
  expect((await server.visitor().get('/agenda')).status).toBe(401);
  const { client } = await server.signUp();
  for (const path of ['/agenda', '/agenda/queues', '/agenda/assets/none.js'])
    expect((await client.get(path)).status).toBe(403);
  expect((await client.post('/agenda/queues/transcode', {})).status).toBe(403);
  const admin = (await server.signUp({ role: 'admin' })).client;
  const page = await admin.get('/agenda/queues');
  expect(page.status).toBe(200);
  expect(page.text).toContain('transcode-long');
  expect(page.headers['cache-control']).toBe('private, no-store');
});

it('the dashboard allows only its own scripts, and refuses changes from another site', async () => {
  const admin = (await server.signUp({ role: 'admin' })).client;
  const { headers, text } = await admin.get('/agenda');
  const policy = String(headers['content-security-policy']);
  const scripts = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script!);
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts)
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toContain('unsafe');
  const foreign = await admin.send({
    method: 'POST',
    url: '/agenda/queues/transcode',
    headers: { 'sec-fetch-site': 'cross-site' },
    payload: {},
  });
  expect(foreign.status).toBe(403);
});
