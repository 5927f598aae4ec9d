import { plans as plansCall } from '@scoville/contract/plans.ts';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery, queryOf, useSettings } from '../lib/query.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { PlanActions } from './plan-actions.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanNotices } from './plan-notices.tsx';
import { PlanTable } from './plan-table.tsx';
import { paidPlanQuery, useCancelPlan, useChoosePlan } from './plans.calls.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useFreshPage } from './use-fresh-page.ts';

const plansQuery = queryOf(plansCall, {});

/** The plans beside each other: the viewer's own is marked, another is chosen, changed to, or cancelled. */
export function SubscriptionScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  const { subscriptions } = useSettings();
  const { plans, forSale } = useSuspenseQuery(plansQuery).data;
  const { current, pending, assigned } = useSuspenseQuery(paidPlanQuery()).data;
  const [selected, setSelected] = useState<string | null>(null);
  const [changing, setChanging] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const [begunWith, setBegunWith] = useState(current?.id);
  const choose = useChoosePlan();
  const cancel = useCancelPlan();
  const confirmation = useConfirmation();
  useFreshPage();
  const [base] = plans;
  const free = plans.find(({ type }) => type === subscriptions.basePlan);
  // What was begun concerns the subscription that there was: it may have ended, or begun, elsewhere.
  if (begunWith !== current?.id) {
    setBegunWith(current?.id);
    setSelected(null);
    setChanging(false);
    setCancelling(false);
  }
  if (me === null || base === undefined) return null;

  const canChoose = forSale && (current === null || changing);
  const isChoice = (type: string) =>
    current === null ? type !== base.type && type !== me.plan : type !== current.plan;
  const proceed = () => {
    if (selected === base.type) setCancelling(true);
    else if (selected !== null) choose.mutate({ plan: selected, current });
  };
  const endChange = () => {
    setChanging(false);
    setSelected(null);
  };
  const confirmCancel = () => {
    if (current === null) return;
    if (selected === base.type) choose.mutate({ plan: base.type, current }, { onSettled: () => setCancelling(false) });
    else cancel.mutate(current, { onSettled: () => setCancelling(false) });
  };
  return (
    <div className="flex flex-col gap-8 py-8">
      <header className="flex flex-col gap-2">
        <h1 className="text-head">Subscription</h1>
        {!forSale && (
          <p className="text-pretty text-muted">
            This installation does not accept payments: everybody has the {free?.displayName ?? base.displayName} plan
            unless an administrator assigns another.
          </p>
        )}
      </header>
      <PlanNotices
        plans={plans}
        current={current}
        pending={pending}
        assigned={assigned}
        confirmation={confirmation?.id === pending?.id ? confirmation : null}
        busy={cancel.isPending}
        onDiscard={() => pending && cancel.mutate(pending)}
      />
      <ul aria-label="Plans" className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => (
          <li key={plan.type}>
            <PlanCard
              plan={plan}
              current={plan.type === me.plan}
              selected={plan.type === selected}
              onSelect={canChoose && isChoice(plan.type) ? () => setSelected(plan.type) : null}
            />
          </li>
        ))}
      </ul>
      {forSale && (
        <PlanActions
          plans={plans}
          current={current}
          selected={selected}
          changing={changing}
          busy={choose.isPending || choose.isSuccess}
          onChange={(to) => {
            setChanging(true);
            setSelected(to);
          }}
          onProceed={proceed}
          onEndChange={endChange}
          onCancel={() => setCancelling(true)}
        />
      )}
      <PlanTable plans={plans} />
      {cancelling && current && (
        <CancelDialog
          base={base}
          plan={plans.find(({ type }) => type === current.plan)}
          busy={cancel.isPending || choose.isPending}
          onConfirm={confirmCancel}
          onClose={() => setCancelling(false)}
        />
      )}
    </div>
  );
}

/** What it shows, asked for with its code; what fails is the screen's to say. */
SubscriptionScreen.load = (client: QueryClient) =>
  Promise.allSettled([client.ensureQueryData(plansQuery), client.ensureQueryData(paidPlanQuery())]);
