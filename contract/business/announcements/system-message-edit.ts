import * as z from 'zod/mini';
import { SystemMessage } from './announcements.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { webHref } from '../../platform/lib/links.ts';
import { isOwnPath } from '../../platform/http/redirects.ts';
import { ById, Flag, Id, requiredText, text } from '../../platform/lib/values.ts';
import { completeAddress } from '../../platform/lib/web-address.ts';

/** Is this an allowed link for the message: a path of our own or a web address, but never a script? */
export const isActionLink = (link: string): boolean => isOwnPath(link) || webHref(link) !== null;

/** Markdown. */
const Message = requiredText(5000, 'Message is required.');

/** The form for the system message. The browser validates with it, too. An empty link means none. */
export const SystemMessageFields = z.object({
  message: Message,
  actionLink: z.pipe(
    z.pipe(z._default(text(500), ''), z.transform(completeAddress)),
    z
      .string()
      .check(
        z.refine(
          (link) => link === '' || isActionLink(link),
          'Enter a path of this site, such as /genres, or an address that begins with http:// or https://.',
        ),
      ),
  ),
  disappearAfterLogin: z._default(Flag, false),
});

export const writtenSystemMessage = endpoint({
  method: 'GET',
  path: '/api/admin/system-message',
  access: 'admin',
  summary: 'Get the system message for editing, even if the caller is not shown it',
  reply: z.object({ systemMessage: z.nullable(SystemMessage) }),
});

export const saveSystemMessage = endpoint({
  method: 'POST',
  path: '/api/system-message',
  access: 'admin',
  summary: 'Write the system message, which replaces the previous one',
  body: SystemMessageFields,
  reply: z.object({ systemMessage: SystemMessage }),
});

export const removeSystemMessage = endpoint({
  method: 'DELETE',
  path: '/api/system-message/:id',
  access: 'admin',
  summary: 'Remove the system message, if it is still the one with this id',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});

export const previewSystemMessage = endpoint({
  method: 'POST',
  path: '/api/system-message/preview',
  access: 'admin',
  summary: 'Render Markdown as the system message would show it',
  body: z.object({ message: Message }),
  reply: z.object({ html: z.string() }),
});
