import * as z from 'zod/mini';
import { SystemMessage } from './announcements.ts';
import { endpoint } from './endpoint.ts';
import { webHref } from './links.ts';
import { isOwnPath } from './redirects.ts';
import { ById, Flag, Id, requiredText, text } from './values.ts';
import { completeAddress } from './web-address.ts';

/** Where the message's link may lead: a path of ours, or an address of the web; nothing that a browser would run. */
export const isActionLink = (link: string): boolean => isOwnPath(link) || webHref(link) !== null;

/** Markdown. */
const Message = requiredText(5000, 'Message is required.');

/** What an administrator writes; the form validates with it, too. An empty link is none. */
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
  summary: 'The system message as it is to be edited, whoever is shown it',
  reply: z.object({ systemMessage: z.nullable(SystemMessage) }),
});

export const saveSystemMessage = endpoint({
  method: 'POST',
  path: '/api/system-message',
  access: 'admin',
  summary: 'Write the system message; it takes the place of the one there was',
  body: SystemMessageFields,
  reply: z.object({ systemMessage: SystemMessage }),
});

export const removeSystemMessage = endpoint({
  method: 'DELETE',
  path: '/api/system-message/:id',
  access: 'admin',
  summary: 'Remove the system message, if it is still this one',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});

export const previewSystemMessage = endpoint({
  method: 'POST',
  path: '/api/system-message/preview',
  access: 'admin',
  summary: 'Markdown as the system message would show it',
  body: z.object({ message: Message }),
  reply: z.object({ html: z.string() }),
});
