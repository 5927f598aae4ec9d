import type { Plan } from '@scoville/contract/plans.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { priceText, uploadsText } from './plan-text.ts';

const cell = 'border-b border-line px-4 py-3 text-left align-top';

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
    // A phone is too narrow for it, and its cards say the same one below the other.
    <div className="relative rounded-cover border border-line max-md:hidden">
      <table className="w-full">
        <caption className="sr-only">Limits and perks of the plans</caption>
        <thead>
          <tr>
            <th scope="col" className={cell}>
              <span className="sr-only">What</span>
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
              <th scope="row" className={`${cell} font-[550]`}>
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
              <th scope="row" className={`${cell} font-[550]`}>
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
    </div>
  );
}
