import * as z from 'zod/mini';
import { Id } from './values.ts';

/** Something came into these conversations of the account, or it read, archived or accepted them elsewhere. */
export const MessagesEvent = z.object({ name: z.literal('messages'), data: z.object({ convoIds: z.array(Id) }) });
