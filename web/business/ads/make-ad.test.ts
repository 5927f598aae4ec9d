import type { NewAd } from '@scoville/contract/business/ads/ads.ts';
import { type Mock, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../platform/lib/call.ts';
import { fieldsOf } from './ad-fields.ts';
import { adMaker } from './make-ad.ts';

const { createAd } = vi.hoisted(() => ({ createAd: vi.fn() as Mock }));
vi.mock('./ads.calls.ts', () => ({ createAd }));

const checked = {} as NewAd;
const typed = (title: string, price = '') => ({ ...fieldsOf(null), title, price });
const file = (name: string) => new File(['picture'], name, { lastModified: 1 });
const poster = file('poster.png');
const noAnswer = new ApiError(0, null, 'No connection.');
const failed = new ApiError(502, null, '');
const refusal = new ApiError(400, null, 'There is no such account.');

beforeEach(() => {
  createAd.mockReset();
  createAd.mockResolvedValue({ id: 'a' });
});
const keys = () => createAd.mock.calls.map(([, , key]: unknown[]) => key);

it('an ad answered at once has all of the sent text', async () => {
  expect(await adMaker()(checked, typed('Guitars'), poster)).toEqual({ ad: { id: 'a' }, known: typed('Guitars') });
});

it('a retry after a lost answer is the same ad, of which only the text equal in all attempts is known', async () => {
  const make = adMaker();
  for (const error of [noAnswer, failed]) {
    createAd.mockRejectedValueOnce(error);
    await expect(make(checked, typed(error === failed ? 'Strings' : 'Guitars'), poster)).rejects.toBe(error);
  }
  const { known } = await make(checked, typed('Guitars', '5'), file('poster.png'));
  const { title: _title, price: _price, ...same } = typed('');
  expect(known).toEqual(same);
  expect(new Set(keys()).size).toBe(1);
});

it('a refused attempt created no ad, and another file is another ad', async () => {
  const make = adMaker();
  createAd.mockRejectedValueOnce(refusal);
  await expect(make(checked, typed('Guitars'), poster)).rejects.toBe(refusal);
  createAd.mockRejectedValueOnce(noAnswer);
  await expect(make(checked, typed('Strings'), poster)).rejects.toBe(noAnswer);
  // This attempt was refused, but the one before may have created the ad.
  createAd.mockRejectedValueOnce(refusal);
  await expect(make(checked, typed('Drums'), poster)).rejects.toBe(refusal);
  expect((await make(checked, typed('Strings'), poster)).known).toEqual(typed('Strings'));
  expect((await make(checked, typed('Drums'), file('other.png'))).known).toEqual(typed('Drums'));
  const [, second, third, fourth, other] = keys();
  expect([second, second]).toEqual([third, fourth]);
  expect(other).not.toBe(second);
});
