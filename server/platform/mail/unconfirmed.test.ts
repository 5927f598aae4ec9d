import { createElement } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mailReset } from '../../community/own-account/mail-reset.ts';
import { mailVerification } from '../../accounts/auth/mail-verification.ts';
import { transaction } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { PASSWORD, requestNewEmail, moveTo, newAddress, signUpVouched, undoAt } from '../../testkit/email-changes.ts';
import { type MailTestServer, startMailTestServer } from '../../testkit/mail-server.ts';
import { MOST_IN_A_DAY, MOST_OTHERS_IN_A_DAY } from './unconfirmed.queries.ts';
import { type Letter, writeMail, writeToOutbox } from './write-mail.ts';

let server: MailTestServer;
beforeAll(async () => {
  server = await startMailTestServer();
});
afterEach(() => server.clearMail());
afterAll(() => server.close());

const KINDS = ['verification', 'reset', 'follow-confirmation', 'address-confirmation', 'report', 'new-device'] as const;
const letter = (to: string, n: number, more: Partial<Letter> = {}): Letter => ({
  to,
  subject: 'A subject',
  kind: KINDS[n % KINDS.length] ?? 'reset',
  dedupeKey: newId(),
  template: createElement('html', null, createElement('body', null, 'Hello there')),
  ...more,
});
const write = (...letters: Letter[]) =>
  Promise.all(letters.map((one) => transaction(server.app.db, (tx) => writeMail(tx, one))));
const writeMany = (to: (n: number) => string, count: number) =>
  write(...Array.from({ length: count }, (_, n) => letter(to(n), n)));
const counted = async (state = 'queued'): Promise<number> =>
  (await server.app.db`select 1 from outbox where state = ${state}`).length;
const forget = (to: string) => server.app.db`delete from outbox where "to" = ${to}`;

describe('an unconfirmed address', () => {
  it('gets ten mails a day of all kinds together, even if all are written at once', async () => {
    await writeMany(() => 'stranger@example.org', 3 * MOST_IN_A_DAY);
    expect(await counted()).toBe(MOST_IN_A_DAY);
  });

  it('has one count for all ways to write its mailbox', async () => {
    const ways = ['stranger@example.org', 'Stranger@EXAMPLE.org', 'stranger+a@example.org', 'STRANGER+b@example.org'];
    await writeMany((n) => ways[n % ways.length] ?? '', 3 * MOST_IN_A_DAY);
    expect(await counted()).toBe(MOST_IN_A_DAY);
  });

  it('doesn’t use up the mail of another address', async () => {
    await writeMany(() => 'stranger@example.org', 2 * MOST_IN_A_DAY);
    await write(letter('other@example.org', 0));
    expect(await server.app.db`select 1 from outbox where "to" = 'other@example.org'`).toHaveLength(1);
  });

  it('gets five mails a day without a link that proves who reads it, which leaves five for such links', async () => {
    const others = ['follow-confirmation', 'report', 'new-device'] as const;
    const mails = Array.from({ length: 2 * MOST_IN_A_DAY }, (_, n) =>
      letter('stranger@example.org', n, { kind: others[n % others.length] ?? 'report' }),
    );
    await write(...mails);
    expect(await counted()).toBe(MOST_OTHERS_IN_A_DAY);
    const links = ['verification', 'reset', 'address-confirmation'] as const;
    for (const kind of links) await write(letter('stranger@example.org', 0, { kind }));
    expect(await counted()).toBe(MOST_OTHERS_IN_A_DAY + links.length);
    await write(letter('stranger@example.org', 0, { kind: 'report' }));
    expect(await counted()).toBe(MOST_OTHERS_IN_A_DAY + links.length);
  });

  it('doesn’t use up its links while mail is withheld, and gets one as soon as the day is over', async () => {
    const account = await server.signUp();
    const { me, client } = account;
    const { db } = server.app;
    const order = async () => {
      await mailVerification(server.app, me.id, newId());
      await mailReset(server.app, me.email, newId());
    };
    const tokens = async () =>
      (await db`select purpose from mailed_tokens where user_id = ${me.id} order by 1`).map((row) => row['purpose']);
    const changed = newAddress();
    for (const to of [me.email, changed]) await writeMany(() => to, 2 * MOST_IN_A_DAY);
    for (let time = 0; time < 6; time += 1) await order();
    expect((await requestNewEmail(account, changed)).status).toBe(200);
    expect(await tokens()).toEqual([]);
    expect((await client.post('/auth/verify')).status).toBe(200);
    await db`update outbox set created_at = now() - interval '25 hours'`;
    await order();
    expect(await tokens()).toEqual(['reset', 'verify']);
    const mailed =
      await db`select kind from outbox where "to" = ${me.email} and created_at > now() - interval '1 hour'`;
    expect(mailed.map(({ kind }) => kind).toSorted()).toEqual(['reset', 'verification']);
  });

  it('gets mail again a day later, and instead of mail that was cancelled before it was sent', async () => {
    await writeMany(() => 'stranger@example.org', MOST_IN_A_DAY);
    await server.app.db`update outbox set state = 'cancelled' where id = (select id from outbox limit 1)`;
    await writeMany(() => 'stranger@example.org', 2);
    expect(await counted()).toBe(MOST_IN_A_DAY);
    await server.app.db`update outbox set created_at = now() - interval '23 hours'`;
    await writeMany(() => 'stranger@example.org', 1);
    expect(await counted()).toBe(MOST_IN_A_DAY);
    await server.app
      .db`update outbox set created_at = now() - interval '25 hours', state = 'sent' where state = 'queued'`;
    await writeMany(() => 'stranger@example.org', 1);
    expect(await counted()).toBe(1);
  });

  it('keeps its count when mail is sent or fails', async () => {
    await writeMany(() => 'stranger@example.org', MOST_IN_A_DAY);
    await server.app.db`update outbox set state = case when kind = 'reset' then 'failed' else 'sent' end`;
    await writeMany(() => 'stranger@example.org', 5);
    expect(await counted()).toBe(0);
  });

  it('has one note a day about withheld mail, without its text and its secret', async () => {
    await writeMany(() => 'stranger@example.org', MOST_IN_A_DAY);
    for (const n of [0, 1, 2]) await write(letter('stranger@example.org', n, { secret: 'Hello there' }));
    const noted = await server.app.db`select text, html, secret, error from outbox where state = 'cancelled'`;
    expect(noted).toMatchObject([{ secret: null, error: expect.stringContaining('isn’t confirmed') }]);
    expect(JSON.stringify(noted)).not.toContain('Hello there');
  });
});

describe('a confirmed address', () => {
  it('gets all mail, regardless of the earlier mail to its mailbox', async () => {
    const { me } = await server.signUp();
    await writeMany(() => me.email.replace('@', '+x@'), 2 * MOST_IN_A_DAY);
    await forget(me.email);
    await server.app.db`update users set email_verified_at = now() where id = ${me.id}`;
    await writeMany(() => me.email.toUpperCase(), 2 * MOST_IN_A_DAY);
    await mailReset(server.app, me.email, newId());
    const to = await server.app
      .db`select 1 from outbox where lower("to") = ${me.email.toLowerCase()} and state = 'queued'`;
    expect(to).toHaveLength(2 * MOST_IN_A_DAY + 1);
  });

  it('gets all mail, too, while it is an account’s former address whose reader can undo the change', async () => {
    /** Changes an account's address, and returns how many mails the former address gets. */
    const mailsTo = async ({ isVerified = true, undoDays = 1 }) => {
      const { me } = await server.signUp();
      const former = `former-${newId()}@example.org`;
      await server.app.db`
        insert into email_changes (id, user_id, old_email, new_email, by_administrator, old_verified_at, expires_at, undo_until)
        values (${newId()}, ${me.id}, ${former}, ${me.email}, false, ${isVerified ? new Date() : null}, now(),
          now() + ${undoDays}::int * interval '1 day')`;
      await forget(former);
      await writeMany(() => former, 2 * MOST_IN_A_DAY);
      return (await server.app.db`select 1 from outbox where "to" = ${former} and state = 'queued'`).length;
    };
    expect(await mailsTo({})).toBe(2 * MOST_IN_A_DAY);
    expect(await mailsTo({ undoDays: -1 })).toBe(MOST_IN_A_DAY);
    expect(await mailsTo({ isVerified: false })).toBe(MOST_IN_A_DAY);
  });

  it('is notified when its account is deleted, and when a change is undone', async () => {
    const leaving = await signUpVouched(server);
    const moving = await signUpVouched(server);
    const moved = newAddress();
    await moveTo(server, moving, moved);
    for (const address of [leaving.me.email, moved])
      await writeMany(() => address.replace('@', '+x@'), 2 * MOST_IN_A_DAY);
    await leaving.client.post('/auth/delete', { email: leaving.me.email, password: PASSWORD });
    expect((await undoAt(server, moving.me.email)).status).toBe(200);
    const subjects = await server.app.db`
      select subject from outbox where "to" in (${leaving.me.email}, ${moved}) and state = 'queued'
        and kind in ('account-deleted', 'address-change') order by subject`;
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'The change of your email address at Scoville was taken back',
      'Your Scoville account was deleted',
    ]);
  });

  it('gets all news, but few mails about accounts, if it was confirmed only for a subscription', async () => {
    const { me } = await server.signUp();
    const guest = 'guest@example.org';
    await server.app.db`
      insert into follows (id, musician_id, email, type, confirmed_at) values (${newId()}, ${me.id}, ${guest}, 'published', now())`;
    await server.app.db`delete from outbox`;
    for (let n = 0; n < 2 * MOST_IN_A_DAY; n++) {
      const news = {
        ...letter(guest, n),
        kind: 'release',
        unsubscribeUrl: 'https://scoville.example/out',
        pictures: [],
      };
      await transaction(server.app.db, (tx) => writeToOutbox(tx, news));
    }
    expect(await counted()).toBe(2 * MOST_IN_A_DAY);
    await writeMany(() => guest, 2 * MOST_IN_A_DAY);
    expect(await counted()).toBe(3 * MOST_IN_A_DAY);
  });
});

it('limits every kind of mail that can be caused without rights', async () => {
  const caused = ['account-deleted', 'address-change', 'data-export', 'identity', 'password-changed', 'second-factor'];
  for (const kind of [...caused, 'follow-confirmation', 'report', 'new-device'] as Letter['kind'][])
    await write(
      ...Array.from({ length: MOST_OTHERS_IN_A_DAY + 1 }, (_, n) => letter(`${kind}@example.org`, n, { kind })),
    );
  expect(await counted()).toBe((caused.length + 3) * MOST_OTHERS_IN_A_DAY);
});

it('doesn’t limit mail about payments and administrators’ acts, to chosen receivers, or to unsubscribe', async () => {
  const chosen = ['support', 'ad-stats', 'review-request', 'plan-assigned', 'suspension'] as const;
  const kinds = [...chosen, 'receipt', 'payment-failed', 'unsubscribe'] as const;
  for (const kind of kinds)
    await write(...Array.from({ length: MOST_IN_A_DAY + 2 }, (_, n) => letter('desk@example.org', n, { kind })));
  expect(await counted()).toBe(kinds.length * (MOST_IN_A_DAY + 2));
});
