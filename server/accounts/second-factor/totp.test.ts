import { expect, it } from 'vitest';
import { matchStep, totpUri } from './totp.ts';

/** The secret of RFC 6238, appendix B. Its codes have eight digits; the tests use the last six. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i, accepts the code of RFC 6238', async (second, code) => {
  expect(await matchStep(SECRET, code, null, second * 1000)).toBe(Math.floor(second / 30));
});

it('accepts a code during its half minute, the one before and the one after', async () => {
  const at = (second: number) => matchStep(SECRET, '005924', null, second * 1000);
  const begins = 1_234_567_890;
  expect(await at(begins - 31)).toBeNull();
  expect(await at(begins - 30)).toBe(begins / 30);
  expect(await at(begins + 59)).toBe(begins / 30);
  expect(await at(begins + 60)).toBeNull();
});

it('accepts a code once, and no older code after it', async () => {
  const now = 1_234_567_890_000;
  const step = now / 1000 / 30;
  expect(await matchStep(SECRET, '005924', step - 1, now)).toBe(step);
  expect(await matchStep(SECRET, '005924', step, now)).toBeNull();
  expect(await matchStep(SECRET, '005924', step + 1, now)).toBeNull();
});

it('the URI for apps contains the product, the account and the secret', async () => {
  expect(await totpUri(SECRET, 'Scoville', 'juno@example.org')).toBe(
    `otpauth://totp/Scoville:juno%40example.org?issuer=Scoville&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
  );
});
