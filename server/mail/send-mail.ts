import { createTransport } from 'nodemailer';
import type { App } from '../app-context.ts';
import { shouldContinue } from '../jobs/loop.ts';
import { type Claimed, claimMail, markFailed, markSent } from './outbox.queries.ts';

/** Seconds before each further try; after the last one a mail has failed. */
const RETRY_SECONDS = [30, 120, 600, 3600, 4 * 3600] as const;

/**
 * Sends what is due in the outbox through SMTP_URL; without one nothing is sent and all stays readable. Each mail is
 * taken by one process at a time. One that dies between sending and saying so makes a second copy, which carries the
 * same Message-ID. What is on its way when `stop` aborts is sent, and no other.
 */
export async function sendMail({ db, env, log }: Pick<App, 'db' | 'env' | 'log'>, stop?: AbortSignal): Promise<void> {
  if (env.SMTP_URL === null) return;
  let mail = await claimMail(db);
  if (mail === null) return;
  const transport = createTransport({
    url: env.SMTP_URL,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  try {
    for (; mail !== null; mail = shouldContinue(stop) ? await claimMail(db) : null) {
      try {
        await transport.sendMail(messageOf(mail, env));
        await markSent(db, mail.id);
      } catch (error) {
        const again = isFinal(error) ? null : (RETRY_SECONDS[mail.attempts - 1] ?? null);
        log.warn({ err: error, mailId: mail.id, again }, 'a mail could not be sent');
        await markFailed(db, mail.id, error instanceof Error ? error.message : String(error), again);
      }
    }
  } finally {
    transport.close();
  }
}

const messageOf = (mail: Claimed, env: App['env']) => ({
  from: env.MAIL_FROM,
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: `<${mail.id}@${new URL(env.PUBLIC_URL).hostname}>`,
  date: mail.created_at,
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** A 5xx of the receiving server is its last word (RFC 5321, section 4.2.1). */
function isFinal(error: unknown): boolean {
  const code = (error as { responseCode?: unknown } | null)?.responseCode;
  return typeof code === 'number' && code >= 500 && code < 600;
}
