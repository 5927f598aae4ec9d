import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { decimalText } from '../../business/billing/provider/money.ts';
import type { HeldSubscription } from './held-subscription.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem;color:#1c1917;background:#fff}
.warning{background:#7c2d12;color:#fff;padding:.75rem 1rem;border-radius:.5rem}
button{font:inherit;padding:.5rem 1rem;margin:.25rem .25rem .25rem 0;border:1px solid #57534e;border-radius:.5rem;background:#fff;color:inherit;cursor:pointer}
button.main{background:#1c1917;color:#fff}form{display:inline}li{margin:1rem 0}`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>
<p class="warning">This is a stand-in for PayPal, for development and tests. No money moves, and nobody is asked who they are.</p>
${body}</main></body></html>`;

const button = (action: string, name: string, isMain = false) =>
  `<form method="post" action="${escaped(action)}"><button${isMain ? ' class="main"' : ''}>${name}</button></form>`;

function planText(planId: string, plans: readonly Plan[]): string {
  const plan = plans.find((one) => one.planId === planId);
  if (plan === undefined) return escaped(planId);
  return escaped(`${plan.displayName}, ${plan.currency} ${decimalText(plan.price, plan.currency)} a month`);
}

/** The page on which a payer approves a payment, or leaves without approving it. */
export function subscriptionPage(one: HeldSubscription, plans: readonly Plan[]): string {
  const isWaiting = one.status === 'APPROVAL_PENDING' || one.revision !== null;
  const asked = isWaiting
    ? `${button(`/approve/${one.id}`, 'Approve', true)} ${button(`/approve/${one.id}/leave`, 'Leave without approving')}`
    : '<p>There is nothing to approve.</p>';
  return page('Approve a payment', `<p>${planText(one.revision ?? one.plan_id, plans)}</p>${asked}`);
}

/** The page that lists all subscriptions, with buttons that simulate events such as a monthly payment. */
export function listPage(subscriptions: readonly HeldSubscription[], plans: readonly Plan[]): string {
  const rows = subscriptions.map((one) => {
    const events = [
      ['pay', 'A payment comes'],
      ['fail', 'A payment fails'],
      ['refund', 'Refund the last payment'],
      ['reverse', 'Reverse the last payment, as a bank does'],
      ['suspend', 'Suspend'],
      ['cancel', 'Cancel'],
    ] as const;
    const isOpen = one.status === 'ACTIVE' || one.status === 'SUSPENDED';
    const buttons = isOpen ? events.map(([event, name]) => button(`/act/${one.id}/${event}`, name)).join('') : '';
    const failed = one.failedPayments > 0 ? `, ${one.failedPayments} failed` : '';
    return `<li><a href="/approve/${escaped(one.id)}">${escaped(one.id)}</a>: ${planText(one.plan_id, plans)} (${one.status}${failed})<br>${buttons}</li>`;
  });
  return page('Subscriptions', rows.length === 0 ? '<p>There are none yet.</p>' : `<ul>${rows.join('')}</ul>`);
}
