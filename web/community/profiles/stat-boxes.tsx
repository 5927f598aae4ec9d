import type { PublicUser } from '@scoville/contract/accounts/users/users.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { placeText } from './place-text.ts';

const MISSING = 'N/A';
const dollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** A musician's hourly rate, years of experience and location. */
export function StatBoxes({ who: { hourlyRate, experience, address } }: { who: PublicUser }) {
  const place = placeText(address);
  const boxes = [
    ['Hourly Rate', hourlyRate === null ? MISSING : dollars(hourlyRate)],
    ['Experience', experience === null ? MISSING : pluralize(experience, 'year', 'years')],
    ['Location', place === '' ? MISSING : place],
  ] as const;
  return (
    <dl className="tabular mb-6 grid grid-cols-3 border-y border-line">
      {boxes.map(([name, value]) => (
        <div
          key={name}
          className="flex min-w-0 flex-col-reverse border-line py-3.5 pl-3 not-first:border-l first:pl-0 md:pl-5"
        >
          <dt className="text-caption text-muted">{name}</dt>
          <dd className="font-display text-lead font-[650] wrap-anywhere md:text-title">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
