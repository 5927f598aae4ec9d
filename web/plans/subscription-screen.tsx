import { plans as plansCall } from '@scoville/contract/plans.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery, queryOf } from '../lib/query.ts';
import { PlanCard } from './plan-card.tsx';

/** The plans beside each other, with the viewer's own marked. */
export function SubscriptionScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  const { plans, forSale } = useSuspenseQuery(queryOf(plansCall, {})).data;
  const [base] = plans;
  if (me === null || base === undefined) return null;
  return (
    <div className="flex flex-col gap-8 py-8">
      <header className="flex flex-col gap-2">
        <h1 className="text-head">Subscription</h1>
        {!forSale && (
          <p className="text-pretty text-muted">
            This installation does not accept payments: everybody has the {base.displayName} plan unless an
            administrator assigns another.
          </p>
        )}
      </header>
      <ul aria-label="Plans" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => (
          <li key={plan.type}>
            <PlanCard plan={plan} current={plan.type === me.plan} />
          </li>
        ))}
      </ul>
    </div>
  );
}
