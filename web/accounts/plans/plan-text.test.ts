import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { describe, expect, it } from 'vitest';
import { fileSizeText, lengthText, priceText, upgradeWord, uploadsText } from './plan-text.ts';

describe('the text on a plan’s card', () => {
  it('has the price in the plan’s own currency, or Free without a price', () => {
    expect(DEFAULT_PLANS.map(priceText)).toEqual(['Free', '$4.99 a month', '$9.99 a month', '$19.99 a month']);
    expect(priceText({ price: 500, currency: 'JPY' })).toBe('¥500 a month');
    expect(priceText({ price: 1250, currency: 'EUR' })).toBe('€12.50 a month');
  });
  it('has the number, size and length of files', () => {
    expect(DEFAULT_PLANS.map(({ limits }) => uploadsText(limits))).toEqual([
      '1 upload to try',
      '5 uploads a month',
      '20 uploads a month',
      'Unlimited uploads',
    ]);
    expect(DEFAULT_PLANS.map(({ limits }) => fileSizeText(limits))).toEqual([
      'Files up to 50 MB',
      'Files up to 100 MB',
      'Files up to 250 MB',
      'Files up to 1,000 MB',
    ]);
    expect(DEFAULT_PLANS.map(({ limits }) => lengthText(limits))).toEqual([
      'Recordings up to 60 minutes, Full HD videos up to 20',
      'Recordings up to 120 minutes, Full HD videos up to 40',
      'Recordings up to 240 minutes, Full HD videos up to 90',
      'Recordings up to 240 minutes, Full HD videos up to 240',
    ]);
  });
});

describe('the label of the button for a better plan', () => {
  const word = (plan: string, isSubscribed: boolean) => upgradeWord({ plan, isSubscribed }, DEFAULT_PLANS);
  it('is Subscribe without a subscription, Upgrade with one, and nothing on the last plan', () => {
    expect(word('mild', false)).toBe('Subscribe');
    expect(word('spicy', true)).toBe('Upgrade');
    expect(word('flaming-hot', true)).toBe('Upgrade');
    expect(word('ghost-pepper', true)).toBeNull();
    expect(upgradeWord({ plan: 'mild', isSubscribed: false }, [{ type: 'mild' }])).toBeNull();
  });
});
