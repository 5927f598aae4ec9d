import type { App } from '../app-context.ts';
import type { Loop } from '../jobs/loop.ts';
import { sendMail } from './send-mail.ts';

export const sendMailLoop: Loop<App> = { name: 'send-mail', everySeconds: 3, run: sendMail };
