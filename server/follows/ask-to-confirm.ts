import type { FollowType } from '@scoville/contract/follows.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { secret } from '../db/secrets.ts';
import { newId } from '../ids.ts';
import { writeMail } from '../mail/write-mail.ts';
import { confirmToken } from './follow-token.ts';
import { writeGuestFollow } from './follows.queries.ts';

interface Guest {
  musician: { id: string; display_name: string };
  email: string;
  type: FollowType;
}

/**
 * Keeps a guest's wish, and asks the address by mail whether it is its owner's: once an hour for each musician and
 * type, however often somebody presses.
 */
export async function askToConfirm(app: App, { musician, email, type }: Guest, now = new Date()): Promise<void> {
  const key = await secret(app.db, 'follows');
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
  const { confirmFollowMail } = await import('./confirm-follow.template.ts');
  await transaction(app.db, async (tx) => {
    const id = await writeGuestFollow(tx, { id: newId(), musicianId: musician.id, email, type });
    await writeMail(tx, {
      to: email,
      subject: `Confirm your subscription to ${musician.display_name}`,
      kind: 'follow-confirmation',
      dedupeKey: `follow-confirmation:${id}:${type}:${now.toISOString().slice(0, 13)}`,
      template: confirmFollowMail({
        product: app.env.PRODUCT_NAME,
        musician: musician.display_name,
        type,
        url: `${app.env.PUBLIC_URL}/account/confirm-subscription/${confirmToken(key, id, type, now.getTime())}`,
      }),
    });
  });
}
