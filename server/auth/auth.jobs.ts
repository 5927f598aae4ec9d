import * as z from 'zod';
import type { App } from '../app-context.ts';
import { defineJob } from '../jobs/job.ts';
import type { NewDevice } from './mail-new-device.ts';

/** An hour: a job that names an address, or where somebody was, is not kept for longer than somebody may ask for it. */
const KEEP_SECONDS = 3600;

/**
 * Mails the link for a new password. A job, and with the address as it was typed: whoever asks is answered before anybody
 * has looked whether there is such an account, so that not even the time tells.
 */
export const mailResetJob = defineJob<{ email: string }, App>({
  name: 'mail-reset',
  payload: z.object({ email: z.string() }),
  options: { keepSeconds: KEEP_SECONDS },
  load: async () => {
    const { mailReset } = await import('./mail-reset.ts');
    return (app, { email }, { id }) => mailReset(app, email, id);
  },
});

/** Mails an account the link that confirms its address. */
export const mailVerificationJob = defineJob<{ userId: string }, App>({
  name: 'mail-verification',
  payload: z.object({ userId: z.string() }),
  options: {},
  load: async () => {
    const { mailVerification } = await import('./mail-verification.ts');
    return (app, { userId }, { id }) => mailVerification(app, userId, id);
  },
});

/** Tells somebody of a sign-in from a browser that their account did not know. */
export const mailNewDeviceJob = defineJob<NewDevice, App>({
  name: 'mail-new-device',
  payload: z.object({ userId: z.string(), userAgent: z.string(), network: z.string(), at: z.string() }),
  options: { keepSeconds: KEEP_SECONDS },
  load: async () => {
    const { mailNewDevice } = await import('./mail-new-device.ts');
    return (app, device, { id }) => mailNewDevice(app, device, id);
  },
});
