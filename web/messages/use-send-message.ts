import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { sendMessage } from '@scoville/contract/messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keepAnswer } from '../lib/keep-answer.ts';
import { sendingOnce } from '../lib/send-once.ts';
import { convoQuery, readConvos } from './messages.calls.ts';

/** Of the whole page: whoever leaves a conversation and comes back sends the same message, too. */
const send = sendingOnce(
  (body: BodyInput<typeof sendMessage>, idempotencyKey) => call(sendMessage, { body, idempotencyKey }),
  ({ convo }) => convo,
);

/** Sends a message into a conversation, or to people; sent again after a failure, it arrives once. */
export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ convo: sent }) => {
      // It opens at once where this was its first message: its box is where typing goes on.
      keepAnswer(client, convoQuery(sent.id).queryKey, sent);
      // Not waited for: whoever writes on knows that it was sent as soon as it was.
      void readConvos(client, [sent.id]);
    },
  });
}
