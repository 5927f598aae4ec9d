import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';

/** The limits of a plan for uploads. */
export const Limits = z.object({
  /** Accepted uploads within the window of `unit`; null is unlimited. */
  total: z.nullable(z.int()),
  /** `trial` counts all uploads ever, `monthly` those of a calendar month (UTC). */
  unit: z.enum(['trial', 'monthly']),
  /**
   * Extensions in lower case, without the dot. A file must have one of them, and its content must be of such a kind.
   */
  acceptedFiles: z.array(z.string()),
  maxFileSizeMB: z.int(),
  /** Maximum length of a recording in minutes. */
  maxMinutes: z._default(z.int().check(z.minimum(1)), 240),
  /**
   * Maximum length in minutes of a video of 1920 by 1080 pixels at 30 frames a second. Larger and faster pictures count
   * for more, and smaller ones for less, according to the work of transcoding them.
   */
  maxVideoMinutes: z._default(z.int().check(z.minimum(1)), 240),
});
export type Limits = z.infer<typeof Limits>;

/** A perk: the musician can set the order of their own media. */
export const REARRANGE = 'Rearrange your music';

/** A perk: the account is shown no ads. */
export const NO_ADS = 'Listen without ads';

/** Maximum unfinished uploads of one account at a time. */
export const FILES_ON_THE_WAY = 20;

/** Maximum size of an account's unfinished uploads together (MB of 2^20 bytes): three of its plan's largest files. */
export const unfinishedMB = ({ maxFileSizeMB }: Limits): number => 3 * maxFileSizeMB;

/** Originals of failed files that are kept for a retry (the newest), and for how many days. */
export const FAILED_KEPT = 3;
export const FAILED_KEPT_DAYS = 7;

/**
 * How many of an account's files may fail within 24 hours before the account must wait: 11 with a limit of one upload,
 * 50 at most.
 */
export const failuresADay = ({ total }: Limits): number => Math.min(10 + (total ?? 40), 50);

export const Plan = z.object({
  type: z.string(),
  displayName: z.string(),
  planId: z.nullable(z.string()),
  /** In minor units a month; 0 is shown as Free. */
  price: z.int(),
  currency: z.string(),
  perks: z.array(z.string()),
  limits: Limits,
});
export type Plan = z.infer<typeof Plan>;

export const plans = endpoint({
  method: 'GET',
  path: '/api/plans',
  access: 'anyone',
  forEverybody: true,
  summary: 'The plans in order of rank, the base plan first, and whether this installation sells them',
  /** `forSale` is false while no payment provider is configured. */
  reply: z.object({ plans: z.array(Plan), forSale: z.boolean() }),
});

/** The extensions of Apple's equivalent of WAV. */
export const AIFF: readonly string[] = ['aiff', 'aif', 'aifc'];
export const ACCEPTED_FILES = ['flac', 'oga', 'ogg', 'm4a', 'mp3', 'wav', ...AIFF, 'm4v', 'mp4', 'mov', 'webm'];

/** Adds the extensions of AIFF to those of a plan that accepts WAV. */
export const withAiff = (extensions: readonly string[]): string[] => [
  ...new Set(extensions.flatMap((one) => (one === 'wav' ? [one, ...AIFF] : [one]))),
];

const limits = (
  total: number | null,
  unit: Limits['unit'],
  maxFileSizeMB: number,
  [maxMinutes, maxVideoMinutes]: [number, number],
): Limits => ({
  total,
  unit,
  acceptedFiles: ACCEPTED_FILES,
  maxFileSizeMB,
  maxMinutes,
  maxVideoMinutes,
});

/** The plans if the configuration defines no others, in order of rank; the first is the base plan. */
export const DEFAULT_PLANS: Plan[] = [
  {
    type: 'mild',
    displayName: 'Mild',
    planId: null,
    price: 0,
    currency: 'USD',
    perks: [],
    limits: limits(1, 'trial', 50, [60, 20]),
  },
  {
    type: 'spicy',
    displayName: 'Spicy',
    planId: null,
    price: 499,
    currency: 'USD',
    perks: [],
    limits: limits(5, 'monthly', 100, [120, 40]),
  },
  {
    type: 'flaming-hot',
    displayName: 'Flaming Hot',
    planId: null,
    price: 999,
    currency: 'USD',
    perks: [REARRANGE],
    limits: limits(20, 'monthly', 250, [240, 90]),
  },
  {
    type: 'ghost-pepper',
    displayName: 'Ghost Pepper',
    planId: null,
    price: 1999,
    currency: 'USD',
    perks: [REARRANGE, NO_ADS],
    limits: limits(null, 'monthly', 1000, [240, 240]),
  },
];
