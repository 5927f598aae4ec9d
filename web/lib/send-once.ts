import { newIdempotencyKey } from './idempotency-key.ts';

/**
 * Sends messages so that one whose answer was lost, and which is sent again as it was, arrives once: to the same receivers
 * the same message keeps its key until it is known to have arrived. Any other message gets a new one.
 *
 * @param send one call; throws when it is not known to have arrived
 * @param receiversOf whom a message goes to
 */
export function sendingOnce<Message, Answer>(
  send: (message: Message, idempotencyKey: string) => Promise<Answer>,
  receiversOf: (message: Message) => unknown,
): (message: Message) => Promise<Answer> {
  /** The last one to each receiver that is not known to have arrived. */
  const unanswered = new Map<string, { message: string; key: string }>();
  return async (message) => {
    const to = JSON.stringify(receiversOf(message));
    const written = JSON.stringify(message);
    const before = unanswered.get(to);
    const key = before?.message === written ? before.key : newIdempotencyKey();
    unanswered.set(to, { message: written, key });
    const answer = await send(message, key);
    if (unanswered.get(to)?.key === key) unanswered.delete(to);
    return answer;
  };
}
