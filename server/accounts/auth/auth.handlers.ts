import type { App } from '../../platform/app-context.ts';
import { type JobHandler, handle } from '../../platform/jobs/job.ts';
import { mailNewDeviceJob, mailVerificationJob } from './auth.jobs.ts';

export const authHandlers: readonly JobHandler<App>[] = [
  handle(mailVerificationJob, async () => {
    const { mailVerification } = await import('./mail-verification.ts');
    return (app, { userId }, { id }) => mailVerification(app, userId, id);
  }),
  handle(mailNewDeviceJob, async () => {
    const { mailNewDevice } = await import('./mail-new-device.ts');
    return (app, device, { id }) => mailNewDevice(app, device, id);
  }),
];
