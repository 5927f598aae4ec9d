import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { HttpError } from './errors.ts';
import { checkSameSite } from './same-site.ts';

const OWN = 'https://scoville.example/a/path';

/** The message of the refusal; null if the request may change state. */
function said(
  method: string,
  headers: Record<string, string>,
  rules?: Parameters<typeof checkSameSite>[2],
): string | null {
  const request = {
    method,
    headers: { host: 'inside:3000', ...headers },
    protocol: 'http',
  } as unknown as FastifyRequest;
  try {
    checkSameSite(request, OWN, rules);
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    expect(error.status).toBe(403);
    return error.message;
  }
}
const FOREIGN = 'This request came from another site.';

describe('a change of state', () => {
  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('is refused from another site: %s', (method) => {
    for (const site of ['cross-site', 'same-site', 'nonsense', ''])
      expect(said(method, { 'sec-fetch-site': site })).toBe(FOREIGN);
    expect(said(method, { origin: 'https://evil.example' })).toBe(FOREIGN);
  });

  it('is allowed from our own pages, from a user’s direct action, and from programs that aren’t browsers', () => {
    for (const site of ['same-origin', 'none'])
      expect(said('POST', { 'sec-fetch-site': site, origin: 'https://evil.example' })).toBeNull();
    expect(said('POST', {})).toBeNull();
  });

  it('is allowed only with exactly our origin if the browser sends no Sec-Fetch-Site', () => {
    for (const origin of ['https://scoville.example', 'http://inside:3000']) expect(said('PUT', { origin })).toBeNull();
    for (const origin of [
      'https://scoville.example.evil.example',
      'http://scoville.example',
      'https://scoville.example:8443',
      'https://inside:3000',
      'http://inside:3000@evil.example',
      'http://inside',
      'null',
      '',
    ])
      expect(said('PUT', { origin })).toBe(FOREIGN);
  });

  it('is refused if Sec-Fetch-Site is cross-site, even with our own origin', () => {
    expect(said('POST', { 'sec-fetch-site': 'cross-site', origin: 'https://scoville.example' })).toBe(FOREIGN);
  });
});

describe('an endpoint for other sites', () => {
  const forOtherSites = { forOtherSites: true };

  it('can be called from anywhere, also from frames without an origin', () => {
    expect(said('POST', { 'sec-fetch-site': 'cross-site', origin: 'null' }, forOtherSites)).toBeNull();
    expect(said('POST', { origin: 'https://blog.example' }, forOtherSites)).toBeNull();
  });

  it('refuses calls with cookies, which could act for a user’s account', () => {
    expect(said('POST', { 'sec-fetch-site': 'cross-site', cookie: 'session=1' }, forOtherSites)).toBe(FOREIGN);
  });
});

describe('a GET', () => {
  it('is allowed from any site unless its endpoint changes state', () => {
    expect(said('GET', { 'sec-fetch-site': 'cross-site' })).toBeNull();
    expect(said('GET', { 'sec-fetch-site': 'cross-site' }, { changesState: true })).toBe(FOREIGN);
    expect(said('POST', { 'sec-fetch-site': 'cross-site' }, { changesState: false })).toBeNull();
  });

  it('needs our own header to change state if no site is sent, because a link can’t send headers', () => {
    expect(said('GET', {}, { changesState: true })).toBe(
      'Send the header X-Timezone-Offset with this call: a link on another site cannot.',
    );
    expect(said('GET', { 'x-timezone-offset': '0' }, { changesState: true })).toBeNull();
  });
});
