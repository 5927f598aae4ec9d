import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://scoville.example' });
});
afterAll(() => server.close());

it('change-password redirects to the form for a new password', async () => {
  const { status, headers } = await server.visitor().get('/.well-known/change-password');
  expect([status, headers['location']]).toEqual([302, '/reset']);
});

it('security.txt names a contact and expires in a year', async () => {
  const { status, headers, text } = await server.visitor().get('/.well-known/security.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  expect(Object.fromEntries(fields)).toMatchObject({
    Contact: 'https://scoville.example/help/contact',
    Canonical: 'https://scoville.example/.well-known/security.txt',
  });
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(363);
  expect(days).toBeLessThanOrEqual(365);
});

it('other well-known addresses are not found', async () => {
  expect((await server.visitor().get('/.well-known/nothing')).status).not.toBe(200);
});
