import { describe, expect, it } from 'vitest';
import { callerOf, networkOf } from './caller.ts';

describe('the name of a caller', () => {
  it('F12 is an IPv4 address, in whichever notation', () => {
    expect(callerOf({ ip: '203.0.113.7' })).toBe('203.0.113.7');
    expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(networkOf('::FFFF:CB00:7107')).toBe('203.0.113.7');
    expect(networkOf('0:0:0:0:0:ffff:0.0.0.1')).toBe('0.0.0.1');
    expect(networkOf('203.0.113.8')).not.toBe(networkOf('203.0.113.7'));
  });
  it('F12 is the first half of an IPv6 address, regardless of the second half', () => {
    for (const address of ['2001:db8:0:1::', '2001:DB8::1:0:0:0:5', '2001:0db8:0000:0001:ffff:ffff:ffff:ffff'])
      expect(networkOf(address)).toBe('2001:db8:0:1::/64');
    expect(networkOf('2001:db8:0:2::1')).toBe('2001:db8:0:2::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkOf('64:ff9b::203.0.113.7')).toBe('64:ff9b:0:0::/64');
  });
  it.each([
    ['2001:db8:0:1:2:3:192.0.2.1', '2001:db8:0:1::/64'],
    ['1::', '1:0:0:0::/64'],
    ['1::2:3:4:5:6', '1:0:0:2::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['1:2:3:4::', '1:2:3:4::/64'],
    ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
  it('is the same for all invalid addresses', () => {
    for (const other of ['', 'unknown', '1.2.3', '1:2', ':::', '2001:db8::1::2', "'; --", '203.0.113.7:80'])
      expect(networkOf(other)).toBe('unknown');
  });
});
