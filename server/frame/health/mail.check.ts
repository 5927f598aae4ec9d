import { createTransport } from 'nodemailer';
import type { Db } from '../../platform/db/connection.ts';
import type { Env } from '../../platform/env.ts';
import { type Check, type Result, fail, ok, reasonOf, warn } from './check.ts';
import { findMailState } from './mail.queries.ts';
import { pluralize, durationText } from './sizes.ts';

/** The longest that a mail should wait, in seconds. */
const LONG_WAIT = 900;

/**
 * Checks whether the SMTP server is reachable, speaks TLS where required, and accepts our credentials. Sends no mail.
 */
export const smtpCheck = ({
  SMTP_URL: url,
  MAIL_FROM: from,
  PUBLIC_URL,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>): Check => ({
  part: 'smtp',
  isCostly: true,
  run: async (signal) => {
    if (url === null)
      return [
        warn(
          'SMTP_URL is not set: no mail leaves, and accounts need not confirm their address.',
          'Set SMTP_URL; until then administrators read mail at /admin/mail.',
        ),
      ];
    const address = URL.canParse(url) ? new URL(url) : null;
    if (address === null || !/^smtps?:$/.test(address.protocol))
      return [fail('SMTP_URL is not an address.', 'Write it as smtps://name:password@mail.example.org:465')];
    const name = address.host;
    const transport = createTransport({ url, connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 8000 });
    signal.addEventListener('abort', () => transport.close(), { once: true });
    try {
      await transport.verify();
      const who = address.username === '' ? 'requires no sign-in' : 'accepts our credentials';
      return [ok(`${name} answers and ${who}.`), ...senderOf(from, PUBLIC_URL)];
    } catch (error) {
      const { code } = error as { code?: unknown };
      return [
        code === 'EAUTH'
          ? fail(
              `${name} refuses our name or password.`,
              'Correct them in SMTP_URL; special characters are written as %40.',
            )
          : fail(
              `${name} refuses our mail: ${reasonOf(error)}.`,
              'See whether the name and the port in SMTP_URL are right, and whether this machine may reach them.',
            ),
      ];
    } finally {
      transport.close();
    }
  },
});

function senderOf(from: string, publicUrl: string): Result[] {
  return from.includes('@localhost') && new URL(publicUrl).hostname !== 'localhost'
    ? [
        warn(
          `MAIL_FROM is ${from}: many servers refuse such a sender.`,
          'Set MAIL_FROM to an address of your own domain.',
        ),
      ]
    : [];
}

/** Checks the mail that waits in the outbox, its age, and the mail that failed in the last day. */
export const outboxCheck = (db: Db, { SMTP_URL, WORKER }: Pick<Env, 'SMTP_URL' | 'WORKER'>): Check => ({
  part: 'mail',
  run: async () => {
    const state = await findMailState(db);
    if (state === null) return [];
    const { waiting, oldestSeconds, failed } = state;
    const about = `${pluralize(waiting, 'email')} waiting${oldestSeconds === null ? '' : `, the oldest for ${durationText(oldestSeconds)}`}.`;
    return [
      SMTP_URL !== null && WORKER === 'on' && (oldestSeconds ?? 0) > LONG_WAIT
        ? warn(about, 'See at /admin/mail what the mail server answered, and whether a worker runs.')
        : ok(about),
      failed === 0
        ? ok('No email failed in the last day.')
        : warn(
            `${pluralize(failed, 'email')} failed in the last day.`,
            'See why at /admin/mail, and send again what is still wanted.',
          ),
    ];
  },
});
