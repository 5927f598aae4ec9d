import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import type { NewDevice } from './mail-new-device.ts';

/** Mails an account the link that confirms its address. */
export const mailVerificationJob = defineJob<{ userId: string }>({
  name: 'mail-verification',
  payload: z.object({ userId: z.string() }),
  options: {},
});

/** An hour. The job contains the user's network, so it is not kept for longer. */
const KEEP_SECONDS = 3600;

/** Mails an account's owner about a sign-in from a browser that is new to the account. */
export const mailNewDeviceJob = defineJob<NewDevice>({
  name: 'mail-new-device',
  payload: z.object({ userId: z.string(), userAgent: z.string(), network: z.string(), at: z.string() }),
  options: { keepSeconds: KEEP_SECONDS },
});
