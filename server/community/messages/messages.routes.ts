import {
  MESSAGES_SIZE,
  blockUser,
  blocks,
  convo,
  convos,
  messages,
  sendMessage as send,
  unblockUser,
  unreadConvos,
  updateConvo,
} from '@scoville/contract/community/messages/messages.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { type Actor, checkVerified } from '../../platform/http/actor.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts';
import { type Slice, type TimePlace, readPage } from '../../platform/http/paging.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { derivedId, newId } from '../../platform/ids.ts';
import { markMessagesRead } from '../notifications/notifications.queries.ts';
import { presentConvos, presentMember, presentMessages } from './messages.present.ts';
import { block, listBlocked, unblock } from './blocks.queries.ts';
import {
  type ConvoRow,
  changeConvo,
  countUnread,
  findConvo,
  findLiving,
  listConvos,
  listMessages,
} from './messages.queries.ts';
import { sendMessage } from './send-message.ts';

const PAGE_SIZE = 20;

/**
 * Retries with the same Idempotency-Key get the same message id: the message may have been written although its
 * response failed, which releases the key.
 */
function messageIdOf(userId: string, { request, body }: { request: FastifyRequest; body: unknown }): string {
  const key = idempotencyKeyOf(request);
  return key !== null ? derivedId('message', userId, key, JSON.stringify(body)) : newId();
}

const placeOf = (row: ConvoRow): TimePlace => [(row.latest_at ?? row.created_at).toISOString(), row.id];

export const messagesRoutes = (app: App) => {
  const { db } = app;
  /** One of the caller's own conversations. Throws 404 for any other id, whether or not the conversation exists. */
  const own = async ({ userId }: Actor, id: string): Promise<ConvoRow> => {
    const row = await findConvo(db, userId, id);
    if (row === null) throw notFound('This conversation');
    return row;
  };
  const shown = async (actor: Actor, id: string) => {
    const [one] = await presentConvos(app, actor, [await own(actor, id)]);
    if (one === undefined) throw notFound('This conversation');
    return one;
  };
  return [
    route(unreadConvos, async (call) => ({ count: await countUnread(db, signedIn(call).userId) })),

    route(convos, async (call) => {
      const actor = signedIn(call);
      const { q, with: partner, archived = false, requests } = call.query;
      const { rows, total, paging } = await readPage(app.cursors, call.query, {
        name: `convos ${actor.userId} ${partner ?? ''} ${archived} ${requests ?? ''} ${q ?? ''}`,
        size: PAGE_SIZE,
        read: (slice: Slice<TimePlace>) =>
          listConvos(db, { userId: actor.userId, q, partner, archived, requests }, slice),
        placeOf,
      });
      return { convos: await presentConvos(app, actor, rows), total, paging };
    }),

    route(convo, async (call) => shown(signedIn(call), call.params.id)),

    route(updateConvo, async (call) => {
      const actor = signedIn(call);
      await own(actor, call.params.id);
      await changeConvo(db, actor.userId, call.params.id, call.body.action);
      if (call.body.action === 'read') await markMessagesRead(db, actor.userId, call.params.id);
      return shown(actor, call.params.id);
    }),

    route(messages, async (call) => {
      const actor = signedIn(call);
      const { id } = await own(actor, call.params.convoId);
      const { size = MESSAGES_SIZE, minDate } = call.query;
      const rows = await listMessages(db, { convoId: id, userId: actor.userId, before: minDate, limit: size + 1 });
      const page = rows.slice(0, size).toReversed();
      return { messages: await presentMessages(app, actor, page), hasMore: rows.length > size };
    }),

    route(send, async (call) => {
      const actor = signedIn(call);
      checkVerified(actor);
      const row = await sendMessage(app, actor, call.body, messageIdOf(actor.userId, call));
      const [message] = await presentMessages(app, actor, [row]);
      if (message === undefined) throw new Error('A message that was sent is not there.');
      return { convo: await shown(actor, row.conversation_id), message };
    }),

    route(blockUser, async (call) => {
      const { userId } = signedIn(call);
      const { id } = call.params;
      if (id === userId) throw forbidden('You cannot block yourself.');
      if ((await findLiving(db, [id])).length === 0) throw notFound('This account');
      await block(db, userId, id);
      return { id, blocked: true as const };
    }),

    route(unblockUser, async (call) => {
      await unblock(db, signedIn(call).userId, call.params.id);
      return { id: call.params.id, blocked: false as const };
    }),

    route(blocks, async (call) => ({
      users: (await listBlocked(db, signedIn(call).userId)).map((one) => presentMember(one, true)),
    })),
  ];
};
