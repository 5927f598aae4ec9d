import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Id } from '../../platform/lib/values.ts';

/** The only system message; `html` is its Markdown, rendered and sanitised by the server. */
export const SystemMessage = z.object({
  id: Id,
  message: z.string(),
  html: z.string(),
  actionLink: z.nullable(z.string()),
  disappearAfterLogin: z.boolean(),
});
export type SystemMessage = z.infer<typeof SystemMessage>;

export const systemMessage = endpoint({
  method: 'GET',
  path: '/api/system-message',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get the system message, if there is one for this visitor',
  reply: z.object({ systemMessage: z.nullable(SystemMessage) }),
});
