import { DEFAULT_PLANS, type Limits } from '@scoville/contract/accounts/plans.ts';
import { expect, it } from 'vitest';
import { trialText } from './trial-text.ts';

const base = DEFAULT_PLANS[0]?.limits as Limits;

it('describes the uploads of the base plan', () => {
  expect(trialText(base)).toContain('free trial of 1 song:');
  expect(trialText({ ...base, total: 3, unit: 'monthly' })).toContain('3 songs a month');
  expect(trialText({ ...base, total: null })).not.toMatch(/trial|null/);
});
