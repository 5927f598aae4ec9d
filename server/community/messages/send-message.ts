import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { MAX_MEMBERS } from '@scoville/contract/community/messages/messages.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { invalid, notFound, tooManyRequests } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findMediaFor } from '../../catalogue/media/media.read.ts';
import { requestOccasion } from '../notifications/notifications.queries.ts';
import { notify } from '../notifications/notify.ts';
import { fingerprintOf, isAlike } from './similarity.ts';
import { AWAY, mailMessagesJob } from './messages.jobs.ts';
import {
  type MessageRow,
  deliver,
  findBlockers,
  findLiving,
  findMessages,
  hasConvo,
  insertMessage,
  lockConvo,
  lockConvoOf,
} from './messages.queries.ts';
import { findRequestedMembers, findUnreadMembers } from './unmailed.queries.ts';
import { findOthers, listFingerprints, lockSender } from './senders.queries.ts';

interface Sending {
  convo: { id?: string | undefined; users?: string[] | undefined };
  message: { text?: string | undefined; media?: string | undefined; zone?: string | undefined };
}

/** Maximum number of messages per account and minute. */
const PER_MINUTE = 30;
/** Maximum number of people with whom an account starts conversations in a day: in its first week, and later. */
const BEGUN_A_DAY = { young: 10, old: 50 };
/** Maximum number of people who may get similar texts within an hour. */
const SAME_AN_HOUR = 5;
const SAME = 'You have sent very similar messages to several people. Wait an hour, or reword it.';
const NOBODY_LEFT = 'Everyone else in this conversation has deleted their account.';
const TOO_MANY_BEGUN = 'You have started too many conversations today. Try again tomorrow, or reply in existing ones.';

/**
 * Writes a message in one transaction: finds or creates the conversation of these people, and delivers the message to
 * everyone the sender may reach. A receiver who blocked the sender is skipped, and the sender isn't notified of that.
 *
 * @param id of the message; if a message was already sent under this id, it is returned
 */
export async function sendMessage(
  app: App,
  actor: Actor,
  { convo, message }: Sending,
  id: string,
): Promise<MessageRow> {
  const { userId } = actor;
  await app.limits.take(`message ${userId}`, PER_MINUTE, 60);
  if (message.media !== undefined && (await findMediaFor(app, actor, message.media)) === null)
    throw notFound('This media');
  if (message.zone !== undefined && (await findLiving(app.db, [message.zone])).length === 0)
    throw notFound('This profile');
  const body = message.text ?? '';
  const fingerprint = fingerprintOf(body);
  const others = othersOf(userId, convo.users);
  const begins = convo.id === undefined && !(await hasConvo(app.db, userId, others));
  const uncount = begins ? await countConversations(app, userId, others.length) : null;
  const sent = transaction(app.db, async (tx) => {
    await lockSender(tx, userId);
    const [sent] = await findMessages(tx, [id]);
    if (sent !== undefined) return sent;
    const convoId = await conversation(tx, userId, convo);
    await limitSimilarMessages(app, tx, { userId, convoId, fingerprint });
    const hiddenFrom = await findBlockers(tx, convoId, userId);
    const row = await insertMessage(tx, {
      id,
      convoId,
      fromId: userId,
      body,
      fingerprint,
      mediaId: message.media ?? null,
      zoneId: message.zone ?? null,
      hiddenFrom,
    });
    await deliver(tx, row, hiddenFrom);
    for (const receiver of await findUnreadMembers(tx, convoId))
      await app.queue.enqueue(tx, mailMessagesJob, { userId: receiver }, { startAfter: AWAY });
    for (const memberId of await findRequestedMembers(tx, convoId)) await notifyOfRequest(app, tx, memberId, row);
    return row;
  });
  return sent.catch(async (error: unknown) => {
    // A rejected message starts no conversation, so the count is refunded.
    await uncount?.();
    throw error;
  });
}

/** Notifies only in the product, once per conversation: a stranger's message sends no mail. */
const notifyOfRequest = (app: App, tx: Tx, userId: string, { conversation_id, from_id }: MessageRow): Promise<void> =>
  notify(app, tx, {
    userId,
    kind: 'message-request',
    dedupeKey: requestOccasion(conversation_id),
    entry: {
      words: '{actor} sent you a message request',
      actorId: from_id,
      path: `${SCREENS.messages.path}?convo=${conversation_id}`,
    },
    mail: async () => null,
  });

/** The receivers of a message besides its sender, each once. */
const othersOf = (userId: string, users: readonly string[] = []): string[] =>
  [...new Set(users)].filter((one) => one !== userId);

async function conversation(tx: Tx, userId: string, { id, users }: Sending['convo']): Promise<string> {
  if (id !== undefined) {
    if (!(await lockConvo(tx, userId, id))) throw notFound('This conversation');
    const members = await findOthers(tx, userId, [id]);
    if ((await findLiving(tx, [...members])).length === 0) throw invalid('convo.id', NOBODY_LEFT);
    return id;
  }
  const others = othersOf(userId, users);
  if (others.length === 0 || others.length >= MAX_MEMBERS) throw invalid('convo.users', 'Please select a user');
  if ((await findLiving(tx, others)).length < others.length) throw notFound('One of these accounts');
  return lockConvoOf(tx, newId(), [userId, ...others]);
}

/** Counts each member of a group, up to the limit of a whole day. Returns a function that refunds the count. */
async function countConversations(app: App, userId: string, people: number): Promise<() => Promise<void>> {
  const [row] = await app.db<{ young: boolean }[]>`
    select created_at > now() - interval '7 days' as young from users where id = ${userId}`;
  const most = row?.young ? BEGUN_A_DAY.young : BEGUN_A_DAY.old;
  const key = `conversations ${userId}`;
  await app.limits.take(key, most, 24 * 3600, TOO_MANY_BEGUN, people);
  return () => app.limits.refund(key, most, people);
}

/**
 * Rejects a message that would bring similar texts to too many people. Messages only to people who already have one are
 * allowed, and so is the first message with a text, even to a large group. Receivers who blocked the sender are
 * counted, so that the limit doesn't reveal the block.
 */
async function limitSimilarMessages(
  { env }: App,
  tx: Tx,
  { userId, convoId, fingerprint }: { userId: string; convoId: string; fingerprint: Buffer | null },
): Promise<void> {
  if (env.RATE_LIMIT_FACTOR === 0 || fingerprint === null) return;
  const recent = await listFingerprints(tx, userId, { seconds: 3600, limit: PER_MINUTE * 60 });
  const alike = new Set<string>();
  for (const one of recent)
    if (!alike.has(one.convoId) && isAlike(fingerprint, one.fingerprint)) alike.add(one.convoId);
  if (alike.size === 0) return;
  const [had, all] = [await findOthers(tx, userId, [...alike]), await findOthers(tx, userId, [...alike, convoId])];
  if (all.size > had.size && all.size > SAME_AN_HOUR * env.RATE_LIMIT_FACTOR) throw tooManyRequests(SAME, 3600);
}
