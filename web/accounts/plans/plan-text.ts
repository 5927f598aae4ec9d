import type { Limits, Plan } from '@scoville/contract/accounts/plans.ts';

/** A plan's price: "Free", "$4.99 a month". */
export const priceText = ({ price, currency }: Pick<Plan, 'price' | 'currency'>): string =>
  price === 0 ? 'Free' : `${amountText(price, currency)} a month`;

/** Minor units of a currency as people write them, "$4.99"; currencies differ in how many minor units make a whole. */
export function amountText(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** What a plan lets a musician upload: "1 upload to try", "5 uploads a month", "Unlimited uploads". */
export function uploadsText({ total, unit }: Pick<Limits, 'total' | 'unit'>): string {
  if (total === null) return 'Unlimited uploads';
  return `${total} ${total === 1 ? 'upload' : 'uploads'} ${unit === 'trial' ? 'to try' : 'a month'}`;
}

/** The largest file of a plan: "Files up to 50 MB". */
export const fileSizeText = ({ maxFileSizeMB }: Pick<Limits, 'maxFileSizeMB'>): string =>
  `Files up to ${maxFileSizeMB.toLocaleString('en-US')} MB`;

/** The longest recordings of a plan: "Recordings up to 60 minutes, Full HD videos up to 20". */
export const lengthText = ({ maxMinutes, maxVideoMinutes }: Pick<Limits, 'maxMinutes' | 'maxVideoMinutes'>): string =>
  `Recordings up to ${maxMinutes} minutes, Full HD videos up to ${maxVideoMinutes}`;

/** The word on the button that leads to a better plan; null for the last plan, because no plan is better. */
export function upgradeWord(
  { plan, isSubscribed }: { plan: string; isSubscribed: boolean },
  plans: readonly Pick<Plan, 'type'>[],
): 'Subscribe' | 'Upgrade' | null {
  if (plans.at(-1)?.type === plan) return null;
  return isSubscribed ? 'Upgrade' : 'Subscribe';
}
