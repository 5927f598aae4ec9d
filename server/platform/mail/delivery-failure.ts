/**
 * The kind of a failed delivery. `address`: the address is refused for good. `mail`: this mail is refused for good.
 * `doubt`: like `mail`, but the address may be the reason. `later`: try the mail again. `server`: the server takes no
 * mail from us, so the other mails needn't be tried now.
 */
export type DeliveryFailure = 'address' | 'doubt' | 'mail' | 'later' | 'server';

/** The parts of nodemailer's error that describe a failure. */
interface Failure {
  code?: unknown;
  /** The SMTP command that was refused; `API` if none was sent. */
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/**
 * A 5xx is the server's final answer (RFC 5321, section 4.2.1) to the command: after RCPT about this mail to this
 * address, after DATA about the mail, and at the greeting, the sign-in and the sender about us. Only the enhanced code
 * shows that the address doesn't exist (5.1.x, RFC 3463; 5.1.7 and 5.1.8 are about the sender), because many servers
 * answer RCPT with their opinion of us, such as “550 relay not permitted”. Without an enhanced code, 550, 551 and 553
 * are in doubt.
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
