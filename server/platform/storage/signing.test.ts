import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expiryOf } from '@scoville/contract/platform/http/file-address.ts';
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

  it('give access to all files of one source, and to no other files', () => {
    const { token, key } = parts(signer.address(master, now));
    expect(key).toBe(master);
    expect(signer.accepts(token, master, now)).toBe(true);
    expect(signer.accepts(token, 'media/one/source/v360.mp4', now)).toBe(true);
    for (const other of [
      'media/one/other/master.m3u8',
      'media/two/source/master.m3u8',
      'originals/one/source',
      'media/on/esource/master.m3u8',
    ])
      expect(signer.accepts(token, other, now)).toBe(false);
  });
  it('are valid for at least one ADDRESS_LIFE, and refused after two', () => {
    const { token } = parts(signer.address(master, now));
    expect(signer.accepts(token, master, now + ADDRESS_LIFE * 1000)).toBe(true);
    expect(signer.accepts(token, master, now + 2 * ADDRESS_LIFE * 1000)).toBe(false);
  });
  it('contain their expiry, which browsers can read, too', () => {
    const { token } = parts(signer.address(master, now));
    const end = signer.endOf(token);
    for (const one of [signer, signer.within('0a1b2c3d-0000-7000-8000-000000000001')])
      expect(expiryOf(`https://scoville.test${one.address(master, now)}`)).toBe(end);
    for (const other of ['', '/files/', master, 'https://scoville.test/images/one.two/three'])
      expect(expiryOf(other)).toBeNull();
    expect(signer.accepts(token, master, end - 1)).toBe(true);
    expect(signer.accepts(token, master, end)).toBe(false);
    expect(signer.endOf('of nobody')).toBe(0);
  });
  it('contain the private link that they were made for, and are refused with any other', () => {
    const [link, other] = ['0a1b2c3d-0000-7000-8000-000000000001', '0a1b2c3d-0000-7000-8000-000000000002'];
    const { token, key } = parts(signer.within(link).address(master, now));
    expect([key, signer.linkOf(token), signer.accepts(token, master, now)]).toEqual([master, link, true]);
    const open = parts(signer.address(master, now)).token;
    const signature = token.split('.')[1] ?? '';
    for (const forged of [
      token.replace(link, other),
      token.replace(`.${link}`, ''),
      token.slice(0, -1),
      `${open}.${link}`,
      `${open}.`,
      token.replace(signature, open.split('.')[1] ?? ''),
    ])
      expect(signer.accepts(forged, master, now)).toBe(false);
    expect([signer.linkOf(open), signer.linkOf('no token')]).toEqual([null, null]);
    expect(signer.accepts(token.toUpperCase(), master, now)).toBe(false);
  });
  it('are the same within a window, so that browsers can cache the bytes', () => {
    expect(signer.address(master, now)).toBe(signer.address(master, now + 1000));
  });
  it('cannot be made without the secret, nor be given another expiry', () => {
    const { token } = parts(createSigner('another').address(master, now));
    expect(signer.accepts(token, master, now)).toBe(false);
    const [, signature = ''] = parts(signer.address(master, now)).token.split('.');
    expect(signer.accepts(`zzzzzzz.${signature}`, master, now)).toBe(false);
    fc.assert(fc.property(fc.string(), (forged) => !signer.accepts(forged, master, now)));
  });
  it('F2 are refused when their expiry is later than any that we issue, or their key is not plain', () => {
    const { token } = parts(signer.address(master, now));
    const [expiry = '', signature = ''] = token.split('.');
    expect(signer.accepts(`${expiry}.${signature}`, master, now)).toBe(true);
    for (const forged of [
      `${expiry}.${signature}.x`,
      `${expiry}.${signature}==`,
      `x.${token}`,
      `${expiry}x${signature}`,
      `${expiry}.${signature.slice(1)}`,
      `${expiry}.`,
      expiry,
      `zzzzz.${signature}`,
    ])
      expect(signer.accepts(forged, master, now)).toBe(false);
    // Our own signature, but with a key that cannot be the name of a file.
    for (const key of [`media/one/source/${'a/'.repeat(300)}x.m4a`, 'media/one/source/../x.m4a', 'media/one/source/'])
      expect(signer.accepts(token, key, now)).toBe(false);
    const later = createSigner('a secret').address(master, now + 3 * ADDRESS_LIFE * 1000);
    expect(signer.accepts(parts(later).token, master, now)).toBe(false);
  });
  it('F2 use no memory when they are forged, and evict no valid signature from the cache', () => {
    const one = createSigner('a secret');
    const { token } = parts(one.address(master, now));
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = heap();
    for (let n = 0; n < 20_000; n += 1) {
      const far = `media/${n}/${'a'.repeat(300)}/x.m4a`;
      expect(one.accepts(`${token.split('.')[0]}.${'A'.repeat(22)}`, far, now)).toBe(false);
    }
    // Caching 20,000 texts of 300 characters would take 6 MB and the entries of the map.
    expect(heap() - before).toBeLessThan(4_000_000);
    expect(one.accepts(token, master, now)).toBe(true);
  });
});
