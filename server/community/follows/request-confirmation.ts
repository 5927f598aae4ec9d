import type { FollowType } from '@scoville/contract/community/follows/follows.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { secret } from '../../platform/db/secrets.ts';
import { tooManyRequests } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { limitMail, skipIfLimited } from '../../platform/mail/limit-mail.ts';
import { isWritten, writeMail } from '../../platform/mail/write-mail.ts';
import { confirmToken } from './follow-token.ts';
import { writeGuestFollow } from './follows.queries.ts';

interface Guest {
  musician: { id: string; display_name: string };
  email: string;
  type: FollowType;
}

/** Maximum confirmation mails per address and day: enough for an evening of finding musicians. */
const MOST_IN_A_DAY = 10;

/** Dedupe key of the confirmation mail: one mail per subscription to a musician's news, type and hour (UTC). */
export const confirmationKey = (id: string, type: FollowType, at: Date): string =>
  `follow-confirmation:${id}:${type}:${at.toISOString().slice(0, 13)}`;

/**
 * Stores a guest's subscription to a musician's news, and mails the address a link to confirm it: once an hour for each
 * musician and type, however often the guest requests it, and ten times a day in total. `countMailbox` limits an
 * unconfirmed address to five mails a day of all kinds together. Further requests aren't stored. The response is the
 * same for them, because it would otherwise reveal what mail an address gets.
 */
export async function requestConfirmation(app: App, guest: Guest, now = new Date()): Promise<void> {
  await skipIfLimited(() => writeConfirmation(app, guest, now));
}

async function writeConfirmation(app: App, { musician, email, type }: Guest, now: Date): Promise<void> {
  const key = await secret(app.db, 'follows');
  // Imported only to write a mail: loading the mail components takes most of a second and would delay each start.
  const { confirmFollowMail, confirmFollowSubject } = await import('./confirm-follow.template.ts');
  await transaction(app.db, async (tx) => {
    const id = await writeGuestFollow(tx, { id: newId(), musicianId: musician.id, email, type });
    const dedupeKey = confirmationKey(id, type, now);
    // A repeated request sends no mail and doesn't count towards the daily limit.
    if (await isWritten(tx, dedupeKey)) return;
    await limitMail(app.limits, { sort: 'follow-confirmation', email, most: MOST_IN_A_DAY });
    const written = await writeMail(tx, {
      to: email,
      subject: confirmFollowSubject(musician.display_name),
      kind: 'follow-confirmation',
      dedupeKey,
      template: confirmFollowMail({
        product: app.env.PRODUCT_NAME,
        musician: musician.display_name,
        type,
        url: `${app.env.PUBLIC_URL}/account/confirm-subscription/${confirmToken(key, { id, type, musicianId: musician.id }, now.getTime())}`,
      }),
    });
    // The mailbox gets no more mail today, so the subscription is rolled back.
    if (!written) throw tooManyRequests();
  });
}
