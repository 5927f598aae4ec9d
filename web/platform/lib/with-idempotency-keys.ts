import { newIdempotencyKey } from './idempotency-key.ts';

/**
 * Sends messages so that a retry of a message whose answer was lost arrives only once: an unchanged message to the same
 * receivers keeps its idempotency key until its arrival is confirmed. Any other message gets a new key.
 *
 * @param send one call; throws if the arrival is not confirmed
 * @param receiversOf the receivers of a message
 */
export function withIdempotencyKeys<Message, Answer>(
  send: (message: Message, idempotencyKey: string) => Promise<Answer>,
  receiversOf: (message: Message) => unknown,
): (message: Message) => Promise<Answer> {
  /** The last message to each group of receivers whose arrival is not confirmed. */
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
