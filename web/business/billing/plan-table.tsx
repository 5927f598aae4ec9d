import type { CSSProperties } from 'react';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { CheckIcon } from '../../platform/ui/icons.tsx';
import { priceText, uploadsText } from '../../accounts/plans/plan-text.ts';

/** The number of plans that fit beside each other on a phone; a table with more scrolls sideways. */
const ON_A_PHONE = 4;

/** On a phone each row's heading has a line of its own, with the plans beside each other below. */
const row =
  'max-md:grid max-md:grid-cols-[repeat(var(--plans),minmax(5rem,1fr))] max-md:border-b max-md:border-line max-md:px-2 max-md:[tbody>&:last-child]:border-0';
const cell = 'border-line px-4 py-3 text-left align-top break-words max-md:px-2 max-md:text-caption md:border-b';
const value = `${cell} max-md:pt-0`;
const rowHead =
  'border-line px-4 py-3 text-left align-top font-[550] break-words max-md:col-span-full max-md:px-2 max-md:pb-1 md:border-b';

/** Limits and perks of all plans beside each other. */
export function PlanTable({ plans }: { plans: readonly Plan[] }) {
  const rows: [string, (plan: Plan) => string][] = [
    ['Price', priceText],
    ['Uploads', ({ limits }) => uploadsText(limits)],
    ['Largest file', ({ limits }) => `${limits.maxFileSizeMB.toLocaleString('en-US')} MB`],
    ['Longest recording', ({ limits }) => `${limits.maxMinutes} minutes`],
    ['Longest Full HD video', ({ limits }) => `${limits.maxVideoMinutes} minutes`],
  ];
  const perks = [...new Set(plans.flatMap((plan) => plan.perks))];
  return (
    <section
      aria-label="Comparison of the plans"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a mouse it is scrolled by the keyboard
      tabIndex={plans.length > ON_A_PHONE ? 0 : undefined}
      style={{ '--plans': plans.length } as CSSProperties}
      className="relative overflow-x-auto rounded-cover border border-line"
    >
      <table className="w-full max-md:block max-md:*:block">
        <caption className="sr-only">Limits and perks of the plans</caption>
        <thead>
          <tr className={row}>
            <th scope="col" className={`${rowHead} max-md:sr-only`}>
              <span className="sr-only">Feature</span>
            </th>
            {plans.map(({ type, displayName }) => (
              <th key={type} scope="col" className={`${cell} font-[650]`}>
                {displayName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, textOf]) => (
            <tr key={name} className={row}>
              <th scope="row" className={rowHead}>
                {name}
              </th>
              {plans.map((plan) => (
                <td key={plan.type} className={`${value} tabular`}>
                  {textOf(plan)}
                </td>
              ))}
            </tr>
          ))}
          {perks.map((perk) => (
            <tr key={perk} className={row}>
              <th scope="row" className={rowHead}>
                {perk}
              </th>
              {plans.map((plan) => (
                <td key={plan.type} className={value}>
                  {plan.perks.includes(perk) ? (
                    <>
                      <CheckIcon className="size-5 text-herb" />
                      <span className="sr-only">Yes</span>
                    </>
                  ) : (
                    <span className="text-muted">No</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
