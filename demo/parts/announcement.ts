import { systemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import { saveSystemMessage } from '@scoville/contract/business/announcements/system-message-edit.ts';
import { Caller } from '../api.ts';
import type { Part } from '../part.ts';

const MESSAGE = '**This is a demonstration.** Every musician is invented, and every song was composed by a program.';

/** The only system message, for signed-out visitors. */
export const announcement: Part = {
  name: 'System message',
  async fill({ base, admin }) {
    const shown = await new Caller(base).call(systemMessage);
    if (shown.systemMessage !== null) return null;
    await admin.call(saveSystemMessage, { body: { message: MESSAGE, disappearAfterLogin: true } });
    return 'one, for visitors who are not signed in';
  },
};
