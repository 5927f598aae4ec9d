import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expiryOf } from '@scoville/contract/file-address.ts';
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
    for (const other of [
      'media/one/other/master.m3u8',
      'media/two/source/master.m3u8',
      'originals/one/source',
      'media/on/esource/master.m3u8',
    ])
      expect(signer.accepts(token, other, now)).toBe(false);
  });
  it('live between one and two lives, then are refused', () => {
    const { token } = parts(signer.address(master, now));
    expect(signer.accepts(token, master, now + ADDRESS_LIFE * 1000)).toBe(true);
    expect(signer.accepts(token, master, now + 2 * ADDRESS_LIFE * 1000)).toBe(false);
  });
  it('tell when they end, browsers too', () => {
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
  it('of a private link name it, and hold for this link alone', () => {
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
  it('F2 are refused without being kept when they lie further ahead than ours, or name no plain key', () => {
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
    // Our own signature, of a key beside which no file can lie.
    for (const key of [`media/one/source/${'a/'.repeat(300)}x.m4a`, 'media/one/source/../x.m4a', 'media/one/source/'])
      expect(signer.accepts(token, key, now)).toBe(false);
    const later = createSigner('a secret').address(master, now + 3 * ADDRESS_LIFE * 1000);
    expect(signer.accepts(parts(later).token, master, now)).toBe(false);
  });
  it('F2 that are forged take no memory, and push nothing out of it', () => {
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
    // 20,000 texts of 300 characters would be 6 MB and their places.
    expect(heap() - before).toBeLessThan(4_000_000);
    expect(one.accepts(token, master, now)).toBe(true);
  });
});
