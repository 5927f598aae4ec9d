import * as z from 'zod';
import { defineJob } from '../jobs/job.ts';
import type { NewDevice } from './mail-new-device.ts';

/** An hour: a job that names an address, or where somebody was, is not kept for longer than somebody may ask for it. */
const KEEP_SECONDS = 3600;

/**
 * Mails the link for a new password. A job, and with the address as it was typed: whoever asks is answered before anybody
 * has looked whether there is such an account, so that not even the time tells.
 */
export const mailResetJob = defineJob<{ email: string }>({
  name: 'mail-reset',
  payload: z.object({ email: z.string() }),
  options: { keepSeconds: KEEP_SECONDS },
});

/** Mails an account the link that confirms its address. */
export const mailVerificationJob = defineJob<{ userId: string }>({
  name: 'mail-verification',
  payload: z.object({ userId: z.string() }),
  options: {},
});

/** Tells somebody of a sign-in from a browser that their account did not know. */
export const mailNewDeviceJob = defineJob<NewDevice>({
  name: 'mail-new-device',
  payload: z.object({ userId: z.string(), userAgent: z.string(), network: z.string(), at: z.string() }),
  options: { keepSeconds: KEEP_SECONDS },
});
