import type { ReactElement } from 'react';
import type { AdStats } from '@scoville/contract/business/ads/ad-goals.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { figures, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';
import { pluralize } from './pluralize.ts';

export interface AdStatsMail {
  product: string;
  /** The name in the greeting; null for an address without an account. */
  name: string | null;
  title: string;
  stats: AdStats;
  /** A sentence about the goal and its progress. */
  goal: string;
}

const number = new Intl.NumberFormat('en');

/** The mail with an ad's figures, for its owner. */
export function adStatsMail({ product, name, title, stats, goal }: AdStatsMail): ReactElement {
  const { impression, clicked, skipped } = stats;
  const share = (part: number): string =>
    impression.total === 0 ? '' : ` (${Math.round((part / impression.total) * 1000) / 10} %)`;
  return mailLayout(
    {
      product,
      preview: `${pluralize(impression.total, 'impression')}, ${pluralize(clicked.total, 'click')}`,
      heading: 'How your ad is doing',
      why: 'you own this ad',
    },
    name === null ? paragraph('Hello,') : greeting(name),
    paragraph(sentence`Here is what your ad “${title}” has reached at ${product}.`),
    figures([
      { name: 'Impressions', value: number.format(impression.total) },
      { name: `Clicks${share(clicked.total)}`, value: number.format(clicked.total) },
      { name: `Skips${share(skipped.total)}`, value: number.format(skipped.total) },
    ]),
    skipped.avgDuration === null
      ? null
      : paragraph(`People who skipped it had watched ${pluralize(skipped.avgDuration, 'second')} of it on average.`),
    paragraph(goal),
  );
}
