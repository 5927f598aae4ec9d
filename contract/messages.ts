import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaSummary } from './media.ts';
import { MusicianRef } from './users.ts';
import { ById, Flag, Id, PageQuery, Paging, Time, text } from './values.ts';

const NO_DATE = 'A date is written as 2026-11-22T12:00:00.000Z.';
/** PostgreSQL knows no year 0, and no place that is 16 hours or more away from UTC. */
const A_DATABASE_KNOWS = /^(?!0000).*(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/;

/** Characters of a message. */
export const MAX_MESSAGE_LENGTH = 4000;
/** Who takes part in a conversation, whoever begins it included. */
export const MAX_MEMBERS = 20;
/** Messages that one call gives. */
export const MESSAGES_SIZE = 30;

/** Somebody who takes part; `deleted` accounts are called Deleted User. */
export const Member = z.object({
  ...MusicianRef.shape,
  deleted: z.boolean(),
  /** The caller hears nothing from this one. */
  blocked: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** A profile that is shared, as a card shows it. */
export const SharedZone = z.object({
  ...MusicianRef.shape,
  address: z.object({ city: z.string(), state: z.string() }),
  /** It has songs or videos that are public. */
  hasMedia: z.boolean(),
});
export type SharedZone = z.infer<typeof SharedZone>;

export const Message = z.object({
  id: Id,
  from: Id,
  /** Empty where something is shared without words. */
  text: z.string(),
  /** It shares a media; `media` is null where the receiver may not see that, or it is gone. */
  sharesMedia: z.boolean(),
  media: z.nullable(MediaSummary),
  /** The profile that it shares. */
  zone: z.nullable(SharedZone),
  createdAt: Time,
});
export type Message = z.infer<typeof Message>;

export const Convo = z.object({
  id: Id,
  /** All who take part, the caller among them. */
  users: z.array(Member),
  /** The caller read what is there. */
  hasRead: z.boolean(),
  /** Who removed it from their list, as far as the caller may know: the caller, or nobody. A new message brings it back. */
  archivedUsers: z.array(Id),
  /** Somebody whom the caller does not follow wrote first, and the caller has not answered or accepted yet. */
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
  summary: 'How many conversations hold something that the caller has not read',
  reply: z.object({ count: z.int() }),
});

export const convos = endpoint({
  method: 'GET',
  path: '/api/convos',
  access: 'member',
  summary:
    'The caller’s conversations, the latest first; with `q` those with somebody whose name has all its words, as beginnings, without accents, and with one typing error if nobody is called so',
  query: z.object({
    q: z.optional(text(80)),
    with: z.optional(Id).check(z.describe('Only the one with this account and nobody else.')),
    archived: z.optional(Flag).check(z.describe('Those that were archived, instead of the others.')),
    requests: z.optional(Flag).check(z.describe('Only those that wait as requests, or only the others.')),
    ...PageQuery,
  }),
  reply: z.object({ convos: z.array(Convo), total: z.int(), paging: Paging }),
});

export const convo = endpoint({
  method: 'GET',
  path: '/api/convos/:id',
  access: 'member',
  summary: 'One of the caller’s conversations',
  params: ById,
  reply: Convo,
});

export const updateConvo = endpoint({
  method: 'PUT',
  path: '/api/convos/:id',
  access: 'member',
  summary: 'Mark one’s conversation as read or unread, archive it or bring it back, or accept it as a request',
  params: ById,
  body: z.object({ action: z.enum(['read', 'unread', 'archive', 'unarchive', 'accept']) }),
  reply: Convo,
});

export const messages = endpoint({
  method: 'GET',
  path: '/api/messages/:convoId',
  access: 'member',
  summary: 'The newest messages of a conversation, or those before a moment; the oldest of them first',
  params: z.object({ convoId: Id }),
  query: z.object({
    size: z.optional(
      z.coerce.number('A size is a whole number from 1 to 100.').check(z.int(), z.minimum(1), z.maximum(100)),
    ),
    minDate: z
      .optional(z.iso.datetime({ offset: true, error: NO_DATE }).check(z.regex(A_DATABASE_KNOWS, NO_DATE)))
      .check(z.describe('The time of the oldest message that the caller has: those before it are given.')),
  }),
  reply: z.object({ messages: z.array(Message), hasMore: z.boolean() }),
});

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/messages',
  access: 'member',
  summary: 'Write to a conversation, or to accounts: the same ones share one conversation',
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
  summary: 'Hear nothing more from an account; it is not told',
  params: ById,
  reply: z.object({ id: Id, blocked: z.literal(true) }),
});

export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/api/blocks/:id',
  access: 'member',
  summary: 'Hear from a blocked account again',
  params: ById,
  reply: z.object({ id: Id, blocked: z.literal(false) }),
});

export const blocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  access: 'member',
  summary: 'The accounts that the caller blocked, the latest first',
  reply: z.object({ users: z.array(Member) }),
});
