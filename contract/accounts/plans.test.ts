import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ACCEPTED_FILES, DEFAULT_PLANS, Limits, Plan, failuresADay, plans, unfinishedMB, withAiff } from './plans.ts';

const limitsOf = (type: string) => DEFAULT_PLANS.find((plan) => plan.type === type)!.limits;

it('the default plans are listed in order of rank', () => {
  expect(
    DEFAULT_PLANS.map(({ type, displayName, planId, price, currency, perks, limits }) => [
      [type, displayName, planId, price, currency, perks],
      [limits.total, limits.unit, limits.maxFileSizeMB],
    ]),
  ).toEqual([
    [
      ['mild', 'Mild', null, 0, 'USD', []],
      [1, 'trial', 50],
    ],
    [
      ['spicy', 'Spicy', null, 499, 'USD', []],
      [5, 'monthly', 100],
    ],
    [
      ['flaming-hot', 'Flaming Hot', null, 999, 'USD', ['Rearrange your music']],
      [20, 'monthly', 250],
    ],
    [
      ['ghost-pepper', 'Ghost Pepper', null, 1999, 'USD', ['Rearrange your music', 'Listen without ads']],
      [null, 'monthly', 1000],
    ],
  ]);
  for (const plan of DEFAULT_PLANS) expect(z.parse(Plan, plan)).toEqual(plan);
});

it('all plans accept the same kinds of files', () => {
  const files = ['flac', 'oga', 'ogg', 'm4a', 'mp3', 'wav', 'aiff', 'aif', 'aifc', 'm4v', 'mp4', 'mov', 'webm'];
  expect(ACCEPTED_FILES).toEqual(files);
  expect(withAiff(files)).toEqual(files);
  expect(withAiff(['mp3', 'wav'])).toEqual(['mp3', 'wav', 'aiff', 'aif', 'aifc']);
  expect(withAiff(['mp3'])).toEqual(['mp3']);
  for (const { limits } of DEFAULT_PLANS) expect(limits.acceptedFiles).toEqual(ACCEPTED_FILES);
});

it('a plan with a missing field, or a field of another type, is rejected', () => {
  const [plan] = DEFAULT_PLANS;
  for (const field of ['type', 'displayName', 'planId', 'price', 'currency', 'perks', 'limits'])
    expect(z.safeParse(Plan, { ...plan, [field]: undefined }).success).toBe(false);
  for (const field of ['total', 'unit', 'acceptedFiles', 'maxFileSizeMB'])
    expect(z.safeParse(Plan, { ...plan, limits: { ...plan!.limits, [field]: undefined } }).success).toBe(false);
  expect(z.safeParse(Plan, { ...plan, limits: { ...plan!.limits, unit: 'weekly' } }).success).toBe(false);
  expect(z.safeParse(Plan, { ...plan, limits: { ...plan!.limits, unit: 'monthly' } }).success).toBe(true);
});

it('each plan allows recordings at least as long as the one before; a plan without a limit allows four hours', () => {
  expect(DEFAULT_PLANS.map(({ limits }) => [limits.maxMinutes, limits.maxVideoMinutes])).toEqual([
    [60, 20],
    [120, 40],
    [240, 90],
    [240, 240],
  ]);
  const { maxMinutes: _, maxVideoMinutes: __, ...silent } = limitsOf('mild');
  expect(z.parse(Limits, silent)).toEqual({ ...silent, maxMinutes: 240, maxVideoMinutes: 240 });
  for (const field of ['maxMinutes', 'maxVideoMinutes']) {
    for (const bad of [0, 1.5, '60']) expect(z.safeParse(Limits, { ...silent, [field]: bad }).success).toBe(false);
    expect(z.parse(Limits, { ...silent, [field]: 1 })).toMatchObject({ [field]: 1 });
  }
});

it('unfinished uploads may take three times the largest file', () => {
  expect(DEFAULT_PLANS.map(({ limits }) => unfinishedMB(limits))).toEqual([150, 300, 750, 3000]);
});

it('the files of an account may fail 11 times a day with a limit of one upload, and 50 times at most', () => {
  expect(DEFAULT_PLANS.map(({ limits }) => failuresADay(limits))).toEqual([11, 15, 30, 50]);
  expect(failuresADay({ ...limitsOf('spicy'), total: 0 })).toBe(10);
  expect(failuresADay({ ...limitsOf('spicy'), total: 41 })).toBe(50);
});

it('the list of plans is public', () => {
  expect(plans.summary).toBe(
    'The plans in order of rank, the base plan first, and whether this installation sells them',
  );
  expect(plans).toMatchObject({ method: 'GET', path: '/api/plans', access: 'anyone', changesState: false });
  expect(z.parse(plans.reply as z.ZodMiniType, { plans: [], forSale: true, more: 1 })).toEqual({
    plans: [],
    forSale: true,
  });
});
