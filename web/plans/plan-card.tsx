import type { Plan } from '@scoville/contract/plans.ts';
import { useId } from 'react';
import { classNames } from '../ui/class-names.ts';
import { CheckIcon } from '../ui/icons.tsx';
import { fileSizeText, lengthText, priceText, uploadsText } from './plan-text.ts';

/** What a plan costs and what it lets a musician do; `current` marks the viewer's own. */
export function PlanCard({ plan, current }: { plan: Plan; current: boolean }) {
  const name = useId();
  return (
    <article
      aria-labelledby={name}
      aria-current={current || undefined}
      className={classNames(
        'flex h-full flex-col gap-5 rounded-hero border bg-surface p-6',
        current ? 'border-text' : 'border-line',
      )}
    >
      <header>
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <h2 id={name} className="text-title">
            {plan.displayName}
          </h2>
          {current && (
            <span className="rounded-control bg-raised px-2.5 py-0.5 text-caption font-[600]">Your plan</span>
          )}
        </div>
        <p className="tabular mt-1 text-lead text-muted">{priceText(plan)}</p>
      </header>
      <ul className="flex flex-col gap-2">
        {[uploadsText(plan.limits), fileSizeText(plan.limits), lengthText(plan.limits), ...plan.perks].map((text) => (
          <li key={text} className="flex gap-2.5">
            <CheckIcon className="mt-0.5 size-5 flex-none text-herb" />
            {text}
          </li>
        ))}
      </ul>
    </article>
  );
}
