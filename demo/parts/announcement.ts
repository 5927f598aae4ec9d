import { systemMessage } from '@scoville/contract/announcements.ts';
import { newId } from '../../server/ids.ts';
import { Caller } from '../api.ts';
import type { Part } from '../part.ts';

const MESSAGE = '**This is a demonstration.** Every musician is invented, and every song was composed by a program.';

/**
 * The one system message. There is no call that writes it yet: it goes to the database until the
 * administration of messages brings one.
 */
export const announcement: Part = {
  name: 'System message',
  async fill({ base, database }) {
    const shown = await new Caller(base).call(systemMessage);
    if (shown.systemMessage !== null) return null;
    const row = { id: newId(), message: MESSAGE, disappear_after_login: true };
    await database()`insert into system_message ${database()(row)}`;
    return 'one, for visitors who are not signed in';
  },
};
