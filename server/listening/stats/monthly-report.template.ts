import type { ReactElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import {
  type StopLinks,
  action,
  figures,
  greeting,
  mailLayout,
  paragraph,
  picture,
} from '../../platform/mail/layout.ts';
import type { Month, MonthFigures } from './monthly-report.queries.ts';

export interface MonthlyReport extends MonthFigures {
  product: string;
  month: Month;
  accountUrl: string;
  stop: StopLinks;
}

const number = new Intl.NumberFormat('en');
const count = (n: number, one: string): string => `${number.format(n)} ${n === 1 ? one : `${one}s`}`;
const nameOf = (month: Month, options: Intl.DateTimeFormatOptions): string =>
  new Date(month).toLocaleDateString('en', { ...options, timeZone: 'UTC' });

export const reportSubject = ({ month, plays }: { month: Month; plays: number }, product: string): string =>
  `Your ${nameOf(month, { month: 'long' })} at ${product}: ${count(plays, 'play')}`;

/** The mail with a musician's monthly figures. */
export function monthlyReport(report: MonthlyReport): ReactElement {
  const { product, name, month, plays, views, shares, best, accountUrl, stop } = report;
  const title = nameOf(month, { month: 'long', year: 'numeric' });
  return mailLayout(
    { product, preview: `${count(plays, 'play')}, ${count(views, 'profile view')}`, heading: `Your ${title}`, stop },
    greeting(name),
    paragraph(`Here is what happened with your songs and videos at ${product} in ${title}.`),
    figures([
      { name: 'Plays', value: number.format(plays) },
      { name: 'Profile views', value: number.format(views) },
      { name: 'Shares', value: number.format(shares) },
    ]),
    paragraph(compared(report)),
    plays === 0 ? null : picture('chart', chartText(report)),
    best.length === 0 ? null : paragraph('Played most:'),
    ...best.map((media) => paragraph(sentence`${media.title}: ${count(media.plays, 'play')}`)),
    action('See your statistics', accountUrl),
  );
}

function compared({ plays, playsBefore, month }: MonthlyReport): string {
  const before = new Date(month);
  before.setUTCMonth(before.getUTCMonth() - 1);
  const that = nameOf(before.toISOString(), { month: 'long' });
  if (plays === playsBefore) return `That is as many plays as in ${that}.`;
  const difference = Math.abs(plays - playsBefore);
  return `That is ${count(difference, 'play')} ${plays > playsBefore ? 'more' : 'fewer'} than in ${that}.`;
}

/** The content of the chart in words, for readers without images. */
function chartText({ days, month, plays }: MonthlyReport): string {
  const most = Math.max(...days);
  const best = new Date(month);
  best.setUTCDate(days.indexOf(most) + 1);
  const day = best.toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return `Plays of each day: ${number.format(plays)} in all, most on ${day} (${number.format(most)}).`;
}
