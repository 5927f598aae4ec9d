import type { ReactElement } from 'react';
import { action, figures, greeting, mailLayout, paragraph } from '../../../platform/mail/layout.ts';

/** The mail with the receipt of a payment. */
export const receiptMail = (mail: {
  product: string;
  name: string;
  plan: string;
  /** "$4.99" */
  amount: string;
  /** "November 22, 2026" */
  day: string;
  /** The subscription's ID at PayPal. */
  reference: string;
  url: string;
}): ReactElement =>
  mailLayout(
    {
      product: mail.product,
      preview: `${mail.amount} for ${mail.plan}, paid on ${mail.day}.`,
      heading: 'Your receipt',
      why: 'you pay for a plan',
    },
    greeting(mail.name),
    paragraph(`We received your payment for the plan ${mail.plan}. Thank you.`),
    figures([
      { name: 'Paid', value: mail.amount },
      { name: 'On', value: mail.day },
    ]),
    paragraph(`PayPal subscription ID: ${mail.reference}.`),
    action('Your subscription', mail.url),
  );
