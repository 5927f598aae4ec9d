import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { HttpError } from './errors.ts';
import { checkSameSite } from './same-site.ts';

const OWN = 'https://scoville.example/a/path';

/** What is said about a request: nothing when it may change state. */
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
  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('by %s is refused from another site', (method) => {
    for (const site of ['cross-site', 'same-site', 'nonsense', ''])
      expect(said(method, { 'sec-fetch-site': site })).toBe(FOREIGN);
    expect(said(method, { origin: 'https://evil.example' })).toBe(FOREIGN);
  });

  it('is allowed from our own pages, by the person, and to programs that are no browsers', () => {
    for (const site of ['same-origin', 'none'])
      expect(said('POST', { 'sec-fetch-site': site, origin: 'https://evil.example' })).toBeNull();
    expect(said('POST', {})).toBeNull();
  });

  it('of a browser that says no site is judged by its origin, which is ours only when it is the same to the letter', () => {
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

  it('is not excused by an origin where the browser names the site', () => {
    expect(said('POST', { 'sec-fetch-site': 'cross-site', origin: 'https://scoville.example' })).toBe(FOREIGN);
  });
});

describe('what is for other sites', () => {
  const forOtherSites = { forOtherSites: true };

  it('may come from anywhere, as frames without an origin do', () => {
    expect(said('POST', { 'sec-fetch-site': 'cross-site', origin: 'null' }, forOtherSites)).toBeNull();
    expect(said('POST', { origin: 'https://blog.example' }, forOtherSites)).toBeNull();
  });

  it('is refused with cookies, by which somebody’s account could act', () => {
    expect(said('POST', { 'sec-fetch-site': 'cross-site', cookie: 'session=1' }, forOtherSites)).toBe(FOREIGN);
  });
});

describe('a GET', () => {
  it('is nobody’s harm unless it says that it changes state', () => {
    expect(said('GET', { 'sec-fetch-site': 'cross-site' })).toBeNull();
    expect(said('GET', { 'sec-fetch-site': 'cross-site' }, { changesState: true })).toBe(FOREIGN);
    expect(said('POST', { 'sec-fetch-site': 'cross-site' }, { changesState: false })).toBeNull();
  });

  it('that changes state needs a header of ours where the browser says nothing: a link has none', () => {
    expect(said('GET', {}, { changesState: true })).toBe(
      'Send the header X-Timezone-Offset with this call: a link on another site cannot.',
    );
    expect(said('GET', { 'x-timezone-offset': '0' }, { changesState: true })).toBeNull();
  });
});
