import { describe, expect, it } from 'vitest';
import { networkOf } from './caller.ts';

describe('the network of a caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
    ['2001:db8:0:1:2:3:192.0.2.1', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ])('F12 of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it.each(['', 'unknown', '1.2.3', '1:2', ':::', '2001:db8::1::2'])('what is no address (%j) is its own', (address) =>
    expect(networkOf(address)).toBe(address),
  );
});
