import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_LIFE, createSigner } from './signing.ts';

const now = Date.UTC(2026, 10, 21, 12);
const signer = createSigner('a secret');
const parts = (address: string) => {
  const [, , token = '', ...key] = address.split('/');
  return { token, key: key.join('/') };
};

describe('signed addresses', () => {
  const master = 'media/one/source/master.m3u8';

  it('cover what lies beside them and nothing else', () => {
    const { token, key } = parts(signer.address(master, now));
    expect(key).toBe(master);
    expect(signer.accepts(token, master, now)).toBe(true);
    expect(signer.accepts(token, 'media/one/source/v360.mp4', now)).toBe(true);
    for (const other of ['media/one/other/master.m3u8', 'media/two/source/master.m3u8', 'originals/one/source'])
      expect(signer.accepts(token, other, now)).toBe(false);
  });
  it('live between one and two lives, then are refused', () => {
    const { token } = parts(signer.address(master, now));
    expect(signer.accepts(token, master, now + ADDRESS_LIFE * 1000)).toBe(true);
    expect(signer.accepts(token, master, now + 2 * ADDRESS_LIFE * 1000)).toBe(false);
  });
  it('are the same for a while, so that browsers keep the bytes', () => {
    expect(signer.address(master, now)).toBe(signer.address(master, now + 1000));
  });
  it('cannot be made without the secret, nor moved to another time', () => {
    const { token } = parts(createSigner('another').address(master, now));
    expect(signer.accepts(token, master, now)).toBe(false);
    const [, signature = ''] = parts(signer.address(master, now)).token.split('.');
    expect(signer.accepts(`zzzzzzz.${signature}`, master, now)).toBe(false);
    fc.assert(fc.property(fc.string(), (forged) => !signer.accepts(forged, master, now)));
  });
});
