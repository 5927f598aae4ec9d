/**
 * Why a mail was not taken: its `address` is refused for good; the `mail` itself is; it should be tried `later`; or the
 * `server` takes none from us, so that the others need not be tried now.
 */
export type Trouble = 'address' | 'mail' | 'later' | 'server';

/** What nodemailer says of a failure. */
interface Failure {
  code?: unknown;
  /** The SMTP command that was answered so; `API` where none was sent. */
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/**
 * A 5xx is a server's last word (RFC 5321, section 4.2.1) on what it answers: at RCPT on the address, unless it speaks of
 * its policy (5.7.x, RFC 3463); after DATA on the mail. At the greeting, at the sign-in and at the sender it speaks of us.
 */
export function troubleOf(error: unknown): Trouble {
  const { code, command, responseCode, response } = (error ?? {}) as Failure;
  if (code === 'EENVELOPE' && command === 'API') return 'mail';
  if (typeof responseCode !== 'number' || (command !== 'RCPT TO' && command !== 'DATA')) return 'server';
  if (responseCode < 500) return 'later';
  return command === 'RCPT TO' && !/\b5\.7\.\d/.test(String(response)) ? 'address' : 'mail';
}
