import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { PlanCard } from './plan-card.tsx';

interface PlanListProps {
  plans: readonly Plan[];
  /** The type of the viewer's plan. */
  own: string;
  selected: string | null;
  isSelectable: (type: string) => boolean;
  onSelect: (type: string) => void;
}

/** A card for each plan. */
export function PlanList({ plans, own, selected, isSelectable, onSelect }: PlanListProps) {
  return (
    <ul aria-label="Plans" className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {plans.map((plan) => (
        <li key={plan.type}>
          <PlanCard
            plan={plan}
            current={plan.type === own}
            selected={plan.type === selected}
            onSelect={isSelectable(plan.type) ? () => onSelect(plan.type) : null}
          />
        </li>
      ))}
    </ul>
  );
}
