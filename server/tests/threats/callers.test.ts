import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proxiesCheck } from '../../frame/health/proxies.check.ts';
import { createHttp } from '../../platform/http/server.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';

let accounts = 0;

/** The calling socket, and its X-Forwarded-For or Forwarded header. */
interface From {
  remoteAddress: string;
  forwarded?: string;
  standard?: string;
}

const PROXY = '198.51.100.7';

/** The answers to eleven wrong passwords for an account that hasn't been tried before. */
const tries = async (server: TestServer, from: (index: number) => From) => {
  const statuses: number[] = [];
  accounts += 1;
  const account = accounts;
  for (let index = 0; index < 11; index += 1) {
    const { remoteAddress, forwarded, standard } = from(index);
    const answer = await server.http.inject({
      method: 'POST',
      url: '/auth',
      remoteAddress,
      headers: {
        ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
        ...(standard !== undefined && { forwarded: standard }),
      },
      payload: { email: `nobody${account}@example.org`, password: 'a wrong password' },
    });
    statuses.push(answer.statusCode);
  }
  return statuses;
};
const counted = [...Array.from({ length: 10 }, () => 401), 429];

describe('one caller, as counted by limits,', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '198.51.100.7, 2001:db8:ff::/48' });
  });
  afterAll(() => server.close());

  it('F12 is a whole IPv6 network of 64 bits', async () => {
    expect(await tries(server, (index) => ({ remoteAddress: `2001:db8:0:1::${index + 1}` }))).toEqual(counted);
  });

  it('e4 is the address that a trusted proxy names; other addresses have counts of their own', async () => {
    const by = (forwarded: string) => () => ({ remoteAddress: '198.51.100.7', forwarded });
    expect(await tries(server, by('203.0.113.1'))).toEqual(counted);
    expect(await tries(server, by('203.0.113.2'))).toEqual(counted);
    // Through two proxies. Addresses to the left of the last one that isn't our proxy may be invented by the visitor.
    const chain = (index: number) => ({
      remoteAddress: '2001:db8:ff::1',
      forwarded: `10.0.0.${index}, 203.0.113.3, 198.51.100.7`,
    });
    expect(await tries(server, chain)).toEqual(counted);
  });

  it('e4 is the calling address if its proxy isn’t trusted, so visitors can’t choose an address', async () => {
    const forged = (index: number) => ({ remoteAddress: '192.0.2.9', forwarded: `203.0.113.${50 + index}` });
    expect(await tries(server, forged)).toEqual(counted);
    // The loopback isn't a trusted proxy here, because the setting doesn't name it.
    const local = (index: number) => ({ remoteAddress: '127.0.0.1', forwarded: `203.0.113.${80 + index}` });
    expect(await tries(server, local)).toEqual(counted);
  });

  it.each([
    ['203.0.113.10', '203.0.113.10:52100', '203.0.113.10:80'],
    ['2001:db8:9::1', '[2001:db8:9::1]:52100', '[2001:db8:9::2]'],
  ])('is %s with and without a port, in either header', async (...forms) => {
    const formOf = (index: number) => forms[index % forms.length]!;
    expect(await tries(server, (index) => ({ remoteAddress: PROXY, forwarded: formOf(index) }))).toEqual(counted);
    const standard = (index: number) => ({ remoteAddress: PROXY, standard: `proto=https;for="${formOf(index)}"` });
    expect(await tries(server, standard)).toEqual(counted);
  });

  it('is unknown if a trusted proxy names no address: visitors don’t lock each other out, and the health check reports the proxy', async () => {
    const noise = (index: number) => ({ remoteAddress: PROXY, forwarded: `hidden-${index}` });
    const guesses = Array.from({ length: 7 }, () => tries(server, noise));
    expect((await Promise.all(guesses)).flat().every((status) => status === 401)).toBe(true);
    const findings = await proxiesCheck(server.app.db).run(new AbortController().signal);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ level: 'warn' });
    expect(findings[0]?.text).toMatch(/^The proxy at 198\.51\.100\.7 names “hidden-\d+”/);
  });
});

it('HSTS is sent behind a trusted proxy with https, and the operator is warned if PUBLIC_URL is http', async () => {
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const http = await createHttp({ logger, secure: false, development: false, proxies: ['198.51.100.7'] });
  http.get('/', async () => ({}));
  const from = async (remoteAddress: string) =>
    (await http.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-proto': 'https' } })).headers;
  expect((await from('203.0.113.1'))['strict-transport-security']).toBeUndefined();
  expect(logged).toEqual([]);
  for (let n = 0; n < 2; n += 1)
    expect((await from('198.51.100.7'))['strict-transport-security']).toBe('max-age=31536000');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('visitors come by https, but PUBLIC_URL does not say so');
  await http.close();
});
