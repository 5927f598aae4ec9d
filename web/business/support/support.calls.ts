import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { captchaChallenge } from '@scoville/contract/captcha.ts';
import { sendSupportMessage } from '@scoville/contract/support.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../lib/call.ts';

export const useSendMessage = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof sendSupportMessage>) => call(sendSupportMessage, { body }),
  });

/** Requests the challenge of a proof of work, for one message. */
export const askForChallenge = () => call(captchaChallenge, {});
