import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { sendMessage } from '@scoville/contract/community/messages/messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { withIdempotencyKeys } from '../../platform/lib/with-idempotency-keys.ts';
import { convoQuery, readConvos } from './messages.calls.ts';

/**
 * Shared by the whole page, so that a retry after leaving and returning to a conversation is recognized as the same
 * message.
 */
const send = withIdempotencyKeys(
  (body: BodyInput<typeof sendMessage>, idempotencyKey) => call(sendMessage, { body, idempotencyKey }),
  ({ convo }) => convo,
);

/** Sends a message to a conversation or to accounts; a message that is sent again after a failure arrives only once. */
export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ convo: sent }) => {
      // A new conversation opens at once, so that the user can continue typing in its box.
      cacheAnswer(client, convoQuery(sent.id).queryKey, sent);
      // The refetch of the conversation is not awaited, so that the user sees the message as sent as soon as the server
      // has confirmed it.
      void readConvos(client, [sent.id]);
    },
  });
}
