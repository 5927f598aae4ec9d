import * as z from 'zod';
import { defineJob } from '../../platform/jobs/job.ts';
import type { NewDevice } from './mail-new-device.ts';

/** Mails an account the link that confirms its address. */
export const mailVerificationJob = defineJob<{ userId: string }>({
  name: 'mail-verification',
  payload: z.object({ userId: z.string() }),
  options: {},
});

/** An hour: a job that names where somebody was is not kept for longer. */
const KEEP_SECONDS = 3600;

/** Tells somebody of a sign-in from a browser that their account did not know. */
export const mailNewDeviceJob = defineJob<NewDevice>({
  name: 'mail-new-device',
  payload: z.object({ userId: z.string(), userAgent: z.string(), network: z.string(), at: z.string() }),
  options: { keepSeconds: KEEP_SECONDS },
});
