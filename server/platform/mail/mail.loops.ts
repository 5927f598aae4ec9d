import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { deleteOldMail } from './outbox.queries.ts';
import { sendMail } from './send-mail.ts';

export const sendMailLoop: Loop<App> = { name: 'send-mail', everySeconds: 3, run: sendMail };

/**
 * Deletes old mail. Mail contains names, addresses and links, so it is only kept as long as questions about it may
 * arise.
 */
export const pruneMailLoop: Loop<App> = {
  name: 'prune-mail',
  everySeconds: 3600,
  run: ({ db, env }) => deleteOldMail(db, env.OUTBOX_DAYS),
};
