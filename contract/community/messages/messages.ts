import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaSummary } from '../../catalogue/media/media.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { ById, Flag, Id, PageQuery, Paging, Time, text } from '../../platform/lib/values.ts';

const NO_DATE = 'A date is written as 2026-11-22T12:00:00.000Z.';
/** PostgreSQL has no year 0, and no UTC offset of 16 hours or more. */
const A_DATABASE_KNOWS = /^(?!0000).*(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/;

/** Maximum characters of a message. */
export const MAX_MESSAGE_LENGTH = 4000;
/** Maximum members of a conversation, including its creator. */
export const MAX_MEMBERS = 20;
/** Messages that one call returns by default. */
export const MESSAGES_SIZE = 30;

/** A member of a conversation; accounts that are `deleted` are named Deleted User. */
export const Member = z.object({
  ...MusicianRef.shape,
  deleted: z.boolean(),
  /** True if the caller blocked this member and gets no messages from them. */
  blocked: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** A shared profile, as a card shows it. */
export const SharedZone = z.object({
  ...MusicianRef.shape,
  address: z.object({ city: z.string(), state: z.string() }),
  /** True if the profile has public songs or videos. */
  hasMedia: z.boolean(),
});
export type SharedZone = z.infer<typeof SharedZone>;

export const Message = z.object({
  id: Id,
  from: Id,
  /** Empty for a shared item without words. */
  text: z.string(),
  /**
   * True if the message shares a song or video; `media` is null if the receiver may not see it, or if it was deleted.
   */
  sharesMedia: z.boolean(),
  media: z.nullable(MediaSummary),
  /** The profile that the message shares. */
  zone: z.nullable(SharedZone),
  createdAt: Time,
});
export type Message = z.infer<typeof Message>;

export const Convo = z.object({
  id: Id,
  /** All members, including the caller. */
  users: z.array(Member),
  /** True if the caller has read all messages. */
  hasRead: z.boolean(),
  /** Members who have archived it; the caller is the only one ever listed. A new message moves it back to the list. */
  archivedUsers: z.array(Id),
  /**
   * True if an account that the caller doesn't follow wrote first, and the caller has neither answered nor accepted
   * yet.
   */
  isRequest: z.boolean(),
  latest: z.nullable(Message),
  createdAt: Time,
  updatedAt: Time,
});
export type Convo = z.infer<typeof Convo>;

export const unreadConvos = endpoint({
  method: 'GET',
  path: '/api/convos/unread',
  access: 'member',
  summary: 'Count the conversations with unread messages',
  reply: z.object({ count: z.int() }),
});

/**
 * `q` finds conversations with a member whose name contains all its words as prefixes, ignoring accents. If no name
 * matches, it tolerates one typing error.
 */
export const convos = endpoint({
  method: 'GET',
  path: '/api/convos',
  access: 'member',
  summary: 'List your conversations, latest first; `q` filters them by the names of their members',
  query: z.object({
    q: z.optional(text(80)),
    with: z.optional(Id).check(z.describe('Lists only the conversation with this account and no other members.')),
    archived: z.optional(Flag).check(z.describe('True lists archived conversations instead of the others.')),
    requests: z
      .optional(Flag)
      .check(z.describe('True lists only conversations that are still requests, false only the others.')),
    ...PageQuery,
  }),
  reply: z.object({ convos: z.array(Convo), total: z.int(), paging: Paging }),
});

export const convo = endpoint({
  method: 'GET',
  path: '/api/convos/:id',
  access: 'member',
  summary: 'Get one of your conversations',
  params: ById,
  reply: Convo,
});

export const updateConvo = endpoint({
  method: 'PUT',
  path: '/api/convos/:id',
  access: 'member',
  summary: 'Mark your conversation as read or unread, archive or unarchive it, or accept it as a request',
  params: ById,
  body: z.object({ action: z.enum(['read', 'unread', 'archive', 'unarchive', 'accept']) }),
  reply: Convo,
});

export const messages = endpoint({
  method: 'GET',
  path: '/api/messages/:convoId',
  access: 'member',
  summary: 'List the newest messages of a conversation, or those before a time, oldest first',
  params: z.object({ convoId: Id }),
  query: z.object({
    size: z.optional(
      z.coerce.number('A size is a whole number from 1 to 100.').check(z.int(), z.minimum(1), z.maximum(100)),
    ),
    minDate: z
      .optional(z.iso.datetime({ offset: true, error: NO_DATE }).check(z.regex(A_DATABASE_KNOWS, NO_DATE)))
      .check(z.describe('The time of the oldest message that the caller has. Only messages before it are listed.')),
  }),
  reply: z.object({ messages: z.array(Message), hasMore: z.boolean() }),
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  access: 'member',
  summary: 'Send a message to a conversation, or to accounts; the same accounts always share one conversation',
  body: z.object({
    convo: z.object({ id: z.optional(Id), users: z.optional(z.array(Id).check(z.maxLength(MAX_MEMBERS - 1))) }).check(
      z.refine((given) => (given.id === undefined) !== ((given.users?.length ?? 0) === 0), {
        path: ['users'],
        error: 'Please select a user',
      }),
    ),
    message: z
      .object({
        text: z.optional(text(MAX_MESSAGE_LENGTH)),
        media: z.optional(Id),
        zone: z.optional(Id),
      })
      .check(
        z.refine((given) => Boolean(given.text) || given.media !== undefined || given.zone !== undefined, {
          path: ['text'],
          error: 'Write something first.',
        }),
      ),
  }),
  reply: z.object({ convo: Convo, message: Message }),
});

export const blockUser = endpoint({
  method: 'POST',
  path: '/api/blocks/:id',
  access: 'member',
  summary: 'Block an account, so that you get nothing more from it; it is not notified',
  params: ById,
  reply: z.object({ id: Id, blocked: z.literal(true) }),
});

export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:id',
  access: 'member',
  summary: 'Unblock an account',
  params: ById,
  reply: z.object({ id: Id, blocked: z.literal(false) }),
});

export const blocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  access: 'member',
  summary: 'List the accounts that you blocked, latest first',
  reply: z.object({ users: z.array(Member) }),
});
