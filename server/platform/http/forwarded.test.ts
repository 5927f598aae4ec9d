import { describe, expect, it } from 'vitest';
import { readForwarded, withoutPort } from './forwarded.ts';

const read = (headers: Record<string, string | undefined>) => {
  readForwarded(headers);
  return headers;
};

describe('the address of a caller behind proxies', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7:5 ', '203.0.113.7'],
    ['203.0.113.7:_edge', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:5', '2001:db8::1'],
    ['[2001:db8::1]:99999999', '[2001:db8::1]:99999999'],
    ['203.0.113.7:5:5', '203.0.113.7:5:5'],
    ['[hidden]:5', '[hidden]:5'],
    ['_hidden', '_hidden'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%o without its port is %o', (written, address) => expect(withoutPort(written)).toBe(address));

  it('is a list of addresses without ports', () => {
    expect(read({ 'x-forwarded-for': '203.0.113.7:5,[2001:db8::1]:80 , 198.51.100.7' })).toEqual({
      'x-forwarded-for': '203.0.113.7, 2001:db8::1, 198.51.100.7',
    });
  });
  it('is read from Forwarded, with the protocol', () => {
    expect(
      read({ forwarded: 'for=192.0.2.60;proto=http;by=203.0.113.43, For="[2001:db8:cafe::17]:4711";Proto=HTTPS' }),
    ).toMatchObject({ 'x-forwarded-for': '192.0.2.60, 2001:db8:cafe::17', 'x-forwarded-proto': 'https' });
    expect(read({ forwarded: 'for=_hidden, by=192.0.2.1' })).toMatchObject({ 'x-forwarded-for': '_hidden, unknown' });
  });
  it('is unknown if Forwarded is malformed', () => {
    for (const forwarded of ['for', 'for=1.2.3.4;;;"', 'for="'])
      expect(read({ forwarded })).toMatchObject({ 'x-forwarded-for': 'unknown' });
  });
  it('ignores Forwarded if the proxy wrote X-Forwarded-For', () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=198.51.100.1;proto=https' };
    expect(read({ ...headers })).toEqual(headers);
    const proto = { 'x-forwarded-proto': 'http', forwarded: 'for=198.51.100.1;proto=https' };
    expect(read({ ...proto })).toEqual({ ...proto, 'x-forwarded-for': '198.51.100.1' });
  });
  it('is not added without such headers', () => {
    for (const headers of [{ host: 'example.org' }, { forwarded: '' }]) expect(read({ ...headers })).toEqual(headers);
  });
});
