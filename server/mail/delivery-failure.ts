/**
 * Why a mail was not taken: its `address` is refused for good; the `mail` itself is, and `doubt` says that it may be the
 * address; it should be tried `later`; or the `server` takes none from us, so that the others need not be tried now.
 */
export type DeliveryFailure = 'address' | 'doubt' | 'mail' | 'later' | 'server';

/** What nodemailer says of a failure. */
interface Failure {
  code?: unknown;
  /** The SMTP command that was answered so; `API` where none was sent. */
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/**
 * A 5xx is a server's last word (RFC 5321, section 4.2.1) on what it answers: at RCPT on this mail to this address, after
 * DATA on the mail. At the greeting, at the sign-in and at the sender it speaks of us. That the address is not there, only
 * its enhanced code says (5.1.x, RFC 3463; 5.1.7 and 5.1.8 are about the sender): many servers answer at RCPT what they
 * hold of us, such as “550 relay not permitted”. Without such a code 550, 551 and 553 leave it open.
 */
export function classifyDeliveryFailure(error: unknown): DeliveryFailure {
  const { code, command, responseCode, response } = (error ?? {}) as Failure;
  if (code === 'EENVELOPE' && command === 'API') return 'mail';
  if (typeof responseCode !== 'number' || (command !== 'RCPT TO' && command !== 'DATA')) return 'server';
  if (responseCode < 500) return 'later';
  if (command !== 'RCPT TO') return 'mail';
  const [, subject, detail] = /^\d{3}[ -]5\.(\d{1,3})\.(\d{1,3})\b/.exec(String(response)) ?? [];
  if (subject === undefined) return [550, 551, 553].includes(responseCode) ? 'doubt' : 'mail';
  return subject === '1' && detail !== '7' && detail !== '8' ? 'address' : 'mail';
}
