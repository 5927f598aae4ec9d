/** A subscription as the stand-in knows it: PayPal's fields, and what a payer still has to approve. */
export interface HeldSubscription {
  id: string;
  plan_id: string;
  custom_id: string;
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  failedPayments: number;
  /** The plan that a revision asks for. */
  revision: string | null;
  returnUrl: string;
  cancelUrl: string;
}
