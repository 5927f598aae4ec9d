import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { captchaChallenge } from '@scoville/contract/platform/http/captcha.ts';
import { sendSupportMessage } from '@scoville/contract/business/support/support.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';

export const useSendMessage = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof sendSupportMessage>) => call(sendSupportMessage, { body }),
  });

/** Requests the challenge of a proof of work, for one message. */
export const fetchChallenge = () => call(captchaChallenge, {});
