import type { Plan } from '@scoville/contract/plans.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { priceText, uploadsText } from './plan-text.ts';

const cell = 'border-b border-line px-4 py-3 text-left align-top';
/** What a row is about stays while the plans go by under it. */
const rowHead = `${cell} sticky left-0 bg-bg font-[550] max-md:max-w-34`;

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
    // A phone is too narrow for all plans at once: the table scrolls sideways in its own box.
    <section
      aria-label="Comparison of the plans"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a mouse it is scrolled by the keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-cover border border-line"
    >
      <table className="w-full min-w-[680px]">
        <caption className="sr-only">Limits and perks of the plans</caption>
        <thead>
          <tr>
            <th scope="col" className={rowHead}>
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
            <tr key={name}>
              <th scope="row" className={rowHead}>
                {name}
              </th>
              {plans.map((plan) => (
                <td key={plan.type} className={`${cell} tabular`}>
                  {textOf(plan)}
                </td>
              ))}
            </tr>
          ))}
          {perks.map((perk) => (
            <tr key={perk}>
              <th scope="row" className={rowHead}>
                {perk}
              </th>
              {plans.map((plan) => (
                <td key={plan.type} className={cell}>
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
