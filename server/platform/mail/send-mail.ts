import { createTransport } from 'nodemailer';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app-context.ts';
import { shouldContinue } from '../jobs/loop.ts';
import {
  type Claimed,
  cancelClaimed,
  claimMail,
  expireMail,
  findPictures,
  markAccepted,
  markRefused,
  markSent,
  markTried,
  renewClaim,
} from './outbox.queries.ts';
import { classifyDeliveryFailure } from './delivery-failure.ts';
import { mailChecks } from './mail-check.ts';
import type { Picture } from './write-mail.ts';

/** Seconds before each retry. The last pause repeats until the mail's time is over. */
const RETRY_SECONDS = [30, 120, 600, 3600, 4 * 3600];

/** How long to wait for a server (ms). */
export interface Patience {
  /**
   * For one answer. A sender that gives up earlier, after the server has received the whole mail, may send it twice.
   */
  answer: number;
  /** For all answers about one mail together. */
  mail: number;
  /** Between two renewals of the sender's claim. */
  renewal: number;
}

/** RFC 5321, section 4.5.3.2.6: ten minutes for the answer to a whole mail. */
export const PATIENCE: Patience = { answer: 600_000, mail: 900_000, renewal: 40_000 };

/**
 * Sends the due mail of the outbox through SMTP_URL; without one, nothing is sent and all mail stays readable. One
 * process at a time claims a mail, and renews its claim while it waits for the server. If a process dies between
 * sending a mail and recording that, a second copy is sent with the same Message-ID. Mail that its domain no longer
 * wants to send is cancelled. After `stop` aborts, the current mail is still sent, but no other. If the server takes no
 * mail from us, the round ends, and the other mails keep their tries.
 */
export async function sendMail(
  { db, env, log, domains }: Pick<App, 'db' | 'env' | 'log' | 'domains'>,
  stop?: AbortSignal,
  patience = PATIENCE,
): Promise<void> {
  if (env.SMTP_URL === null) return;
  await expireMail(db);
  let mail = await claimMail(db);
  if (mail === null) return;
  const transport = createTransport({
    url: env.SMTP_URL,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: patience.answer,
  });
  try {
    for (; mail !== null; mail = shouldContinue(stop) ? await claimMail(db) : null) {
      const { id, kind, dedupe_key: dedupeKey } = mail;
      const check = domains.given(mailChecks).find((one) => one.kind === kind);
      const over = check === undefined ? null : await check.reasonToCancel(db, dedupeKey);
      if (over !== null) {
        await cancelClaimed(db, id, over);
        continue;
      }
      try {
        const message = messageOf(mail, await findPictures(db, mail.id), env);
        await whileClaimed(db, log, mail.id, patience, () => transport.sendMail(message));
      } catch (error) {
        const failure = classifyDeliveryFailure(error);
        const isFinal = failure !== 'later' && failure !== 'server';
        const again = isFinal ? null : (RETRY_SECONDS[mail.attempts - 1] ?? RETRY_SECONDS.at(-1) ?? 0);
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ err: error, mailId: mail.id, again, failure }, 'a mail could not be sent');
        await markTried(db, mail.id, reason, again);
        if (failure === 'address' || failure === 'doubt') await markRefused(db, mail.to, reason, failure === 'address');
        if (failure === 'server') return;
        continue;
      }
      await markSent(db, mail.id);
      await markAccepted(db, mail.to);
    }
  } finally {
    transport.close();
  }
}

/** Runs `work` and renews the claim during it, so that no other sender takes the mail. */
async function whileClaimed<T>(
  db: App['db'],
  log: App['log'],
  mailId: string,
  patience: Patience,
  work: () => Promise<T>,
): Promise<T> {
  const renewing = setInterval(() => {
    renewClaim(db, mailId).catch((error: unknown) => log.warn({ err: error, mailId }, 'a claim could not be renewed'));
  }, patience.renewal);
  try {
    return await within(patience.mail, work());
  } finally {
    clearInterval(renewing);
  }
}

async function within<T>(deadline: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const tooLong = async (): Promise<never> => {
    await wait(deadline, undefined, { signal: over.signal });
    throw new Error('The SMTP server took too long.');
  };
  try {
    return await Promise.race([work, tooLong()]);
  } finally {
    over.abort();
  }
}

const messageOf = (mail: Claimed, pictures: readonly Picture[], env: App['env']) => ({
  from: env.MAIL_FROM,
  // An object, so that the text is one address and never a list.
  to: { name: '', address: mail.to },
  // An object, so that the text is one address and never a list, because it is user input.
  ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  attachments: pictures.map(({ name, content }) => ({
    cid: name,
    filename: `${name}.png`,
    content,
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
  })),
  messageId: `<${mail.id}@${new URL(env.PUBLIC_URL).hostname}>`,
  date: mail.created_at,
  headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe_url) },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/**
 * The headers by which mail programs offer to unsubscribe: RFC 2369, and with one click (RFC 8058), which requires
 * https.
 */
const unsubscribeHeaders = (url: string | null): Record<string, string> =>
  url === null
    ? {}
    : {
        'List-Unsubscribe': `<${url}>`,
        ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
      };
