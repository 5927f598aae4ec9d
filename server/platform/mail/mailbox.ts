import { inOneForm } from '@scoville/contract/platform/lib/email.ts';

/** Domains of Gmail, which ignores dots before the @. */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns a name for the mailbox of an address, for counting. Upper case, an added tag (`juno+x@`, RFC 5233) and
 * Gmail's dots make no difference. Never send mail to this name, because a server may treat the tag as a separate
 * mailbox.
 */
export function mailboxOf(address: string): string {
  const whole = inOneForm(address.trim()).toLowerCase();
  const at = whole.lastIndexOf('@');
  const domain = whole.slice(at + 1);
  const local = whole.slice(0, Math.max(0, at)).replace(/(?<=.)\+.*$/s, '');
  return WITHOUT_DOTS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
