import {
  cancelMail as cancelCall,
  outbox,
  refusedAddresses as refusedAddressesCall,
  retryMail as retryCall,
  liftRefusal,
} from '@scoville/contract/platform/mail/outbox.ts';
import type { App } from '../app-context.ts';
import { recordAct } from '../../accounts/audit/audit.queries.ts';
import { administratorNow } from '../../accounts/auth/actor-now.ts';
import { type Db, transaction } from '../db/connection.ts';
import { conflict, notFound } from '../http/errors.ts';
import { type Slice, type TimePlace, readPage, timePlace } from '../http/paging.ts';
import { type Call, route, signedIn } from '../http/route.ts';
import { findAccountOfEmail } from '../../accounts/users/users.queries.ts';
import {
  type MailRow,
  type RefusedAddressRow,
  SECRET_PART,
  cancelMail,
  deleteRefusal,
  listMail,
  listRefusedAddresses,
  mailExists,
  retryMail,
} from './outbox.queries.ts';

const refusalPlace = ({ since, id }: RefusedAddressRow): TimePlace => [since.toISOString(), id];

export const outboxRoutes = (app: App) => {
  const { db, cursors, env } = app;
  const present = presentMail(env);
  /**
   * Changes a mail and records the administrator in the audit log, or throws the reason why the mail can't be changed.
   */
  const act = (
    call: Call<typeof retryCall>,
    change: (tx: Db, id: string) => Promise<MailRow | null>,
    { name, refusal }: { name: 'retried-mail' | 'cancelled-mail'; refusal: string },
  ) =>
    transaction(db, async (tx) => {
      const { id } = call.params;
      const row = await change(tx, id);
      const actor = await administratorNow(app, tx, signedIn(call).userId);
      if (row === null) throw (await mailExists(tx, id)) ? conflict(refusal) : notFound('This mail');
      await recordAct(tx, actor, { act: name, subject: { kind: 'mail', id, name: row.kind } });
      return present(row);
    });
  return [
    route(outbox, async ({ query }) => {
      const { q, state = null } = query;
      const { rows, total, paging, refusedAddresses } = await readPage(cursors, query, {
        name: `outbox ${state ?? ''} ${q ?? ''}`,
        size: 20,
        read: (slice: Slice<TimePlace>) => listMail(db, { q, state, ...slice }),
        placeOf: timePlace,
      });
      return { mail: rows.map(present), total, paging, refusedAddresses };
    }),
    route(retryCall, (call) =>
      act(call, retryMail, {
        name: 'retried-mail',
        refusal: 'Only mail that failed can be sent again, and none whose link has expired.',
      }),
    ),
    route(cancelCall, (call) =>
      act(call, cancelMail, { name: 'cancelled-mail', refusal: 'This mail has left already, or was cancelled.' }),
    ),
    route(refusedAddressesCall, async ({ query }) => {
      const { rows, total, paging } = await readPage(cursors, query, {
        name: 'refused addresses',
        size: 10,
        read: (slice: Slice<TimePlace>) => listRefusedAddresses(db, slice),
        placeOf: refusalPlace,
      });
      const addresses = rows.map(({ since, ...row }) => ({ ...row, refusedOn: since.toISOString() }));
      return { addresses, total, paging };
    }),
    route(liftRefusal, (call) =>
      transaction(db, async (tx) => {
        const { id } = call.params;
        const address = await deleteRefusal(tx, id);
        const actor = await administratorNow(app, tx, signedIn(call).userId);
        if (address === null) throw notFound('This refused address');
        // The log outlives accounts, so it doesn't keep the address, only the id of the account with this address, if
        // any.
        const userId = await findAccountOfEmail(tx, address);
        const subject = userId === null ? ({ kind: 'mail', id } as const) : ({ kind: 'user', id: userId } as const);
        await recordAct(tx, actor, { act: 'lifted-refusal', subject });
        return { lifted: true as const };
      }),
    ),
  ];
};

/**
 * A mail as administrators see it. Its secret is only shown if no mail is sent, because administrators then pass it on.
 * Otherwise an administrator could request a new password for another account, and read the link in its mail.
 */
const presentMail =
  ({ SMTP_URL }: App['env']) =>
  ({ created_at, sent_at, next_try_at, secret, text, html, ...mail }: MailRow) => {
    const shown = (part: string) =>
      secret === null || SMTP_URL === null ? part : part.replaceAll(secret, SECRET_PART);
    return {
      ...mail,
      text: shown(text),
      html: shown(html),
      createdOn: created_at.toISOString(),
      sentOn: sent_at?.toISOString() ?? null,
      nextTryOn: mail.state === 'queued' ? next_try_at.toISOString() : null,
    };
  };
