import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { useId } from 'react';
import { classNames } from '../../platform/ui/class-names.ts';
import { CheckIcon } from '../../platform/ui/icons.tsx';
import { fileSizeText, lengthText, priceText, uploadsText } from '../../accounts/plans/plan-text.ts';

interface PlanCardProps {
  plan: Plan;
  /** Whether this is the viewer's current plan. */
  current: boolean;
  /** Whether the viewer has just chosen this plan. */
  selected?: boolean;
  /** Null if the plan cannot be chosen. */
  onSelect?: (() => void) | null;
}

/** A plan's price, limits and perks. A click anywhere on the card chooses the plan. */
export function PlanCard({ plan, current, selected = false, onSelect = null }: PlanCardProps) {
  const name = useId();
  return (
    <article
      aria-labelledby={name}
      aria-current={current || undefined}
      className={classNames(
        'relative flex h-full flex-col gap-5 rounded-hero border bg-surface p-6',
        selected ? 'border-ember ring-2 ring-ember' : current ? 'border-text' : 'border-line',
        onSelect && 'has-[button:hover]:bg-raised',
      )}
    >
      <header>
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <h2 id={name} className="text-title wrap-anywhere">
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
          <li key={text} className="flex gap-2.5 wrap-anywhere">
            <CheckIcon className="mt-0.5 size-5 flex-none text-herb" />
            {text}
          </li>
        ))}
      </ul>
      {onSelect && (
        <button
          type="button"
          aria-pressed={selected}
          onClick={onSelect}
          className="mt-auto h-[42px] rounded-control border border-line px-[18px] font-[550] after:absolute after:inset-0 after:rounded-hero"
        >
          Choose {plan.displayName}
        </button>
      )}
    </article>
  );
}
