import { expect, it } from 'vitest';
import { createSealer } from './sealer.ts';

const { seal, open } = createSealer('the secret of an installation');

it.each(['', 'JBSWY3DPEHPK3PXP', 'ärger 🌶'])('opens a text that it sealed: %j', (text) => {
  const sealed = seal(text, 'juno');
  expect(open(sealed, 'juno')).toBe(text);
  expect(sealed).toHaveLength(12 + Buffer.byteLength(text) + 16);
  if (text !== '') expect(sealed.includes(text)).toBe(false);
});

it('seals the same text differently each time', () => {
  expect(seal('JBSWY3DPEHPK3PXP', 'juno')).not.toEqual(seal('JBSWY3DPEHPK3PXP', 'juno'));
});

it('rejects data that was changed, truncated, or sealed for another owner or by another installation', () => {
  const sealed = seal('JBSWY3DPEHPK3PXP', 'juno');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => open(changed, 'juno')).toThrow();
    expect(() => open(sealed.subarray(0, at), 'juno')).toThrow();
  }
  expect(() => open(sealed, 'mara')).toThrow();
  expect(() => createSealer('another secret').open(sealed, 'juno')).toThrow();
});
