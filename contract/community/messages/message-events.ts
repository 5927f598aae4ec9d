import * as z from 'zod/mini';
import { Id } from '../../platform/lib/values.ts';

/**
 * These conversations of the account have new messages, or the account read, archived or accepted them in another
 * browser.
 */
export const MessagesEvent = z.object({ name: z.literal('messages'), data: z.object({ convoIds: z.array(Id) }) });
