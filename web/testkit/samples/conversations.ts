import {
  type Convo,
  MESSAGES_SIZE,
  Member,
  Message,
  blockUser,
  blocks,
  convo,
  convos,
  messages,
  sendMessage,
  unblockUser,
  unreadConvos,
  updateConvo,
} from '@scoville/contract/community/messages/messages.ts';
import { UserSummary, users } from '@scoville/contract/accounts/users/user-list.ts';
import { type Me, PublicUser, user } from '@scoville/contract/accounts/users/users.ts';
import { page } from 'vitest/browser';
import { parse } from 'zod/mini';
import { NOW, member, newId } from '../accounts.ts';
import { type Call, type Faked, fake, refused } from '../api.ts';
import { sendLiveEvent } from '../live.ts';
import { LAST_PAGE, sample } from '../sample.ts';

type CallOf<E> = Pick<Call<E>, 'params' | 'query' | 'body' | 'headers'>;

/** A member who can receive messages. */
export const person = (displayName: string, more: Partial<Member> = {}): Member =>
  sample(Member, {
    id: newId(),
    displayName,
    username: null,
    profileImg: null,
    deleted: false,
    blocked: false,
    ...more,
  });

export interface KeptConvo {
  readonly id: string;
  readonly others: readonly Member[];
  messages: Message[];
  hasRead: boolean;
  isRequest: boolean;
  isArchived: boolean;
}

let seconds = 0;
/** Returns a time later than all times that it returned before. */
const tick = (): string => {
  seconds += 1;
  return new Date(Date.parse(NOW) + seconds * 1000).toISOString();
};

const written = (from: string, text: string): Message =>
  sample(Message, { id: newId(), from, text, sharesMedia: false, media: null, zone: null, createdAt: tick() });

/** Fakes the conversations of an account like the server, and keeps messages, blocks and read marks. */
export class KeptConvos {
  /** Calls that mark, archive or accept a conversation. */
  readonly actions: Faked<typeof updateConvo>['calls'];
  readonly sent: Faked<typeof sendMessage>['calls'];
  readonly blocking: Faked<typeof blockUser>['calls'];
  readonly unblocking: Faked<typeof unblockUser>['calls'];
  readonly #me: Me;
  readonly #people: readonly Member[];
  readonly #all: KeptConvo[] = [];
  readonly #blocked = new Set<string>();
  readonly #answers = new Map<string, { one: KeptConvo; message: Message }>();

  /** @param people the members that the account can find, write to and block */
  constructor(me: Me, people: readonly Member[]) {
    this.#me = me;
    this.#people = people;
    fake(user, ({ params: { id } }) => {
      const found = people.find((one) => one.id === id && !one.deleted);
      return found ? parse(PublicUser, member(refOf(found))) : refused(404, 'This account was not found.');
    });
    fake(users, ({ query: { q = '' } }) => {
      const found = people.filter(({ displayName }) => displayName.toLowerCase().startsWith(q.toLowerCase()));
      const rows = found.map((one) => sample(UserSummary, { ...refOf(one), suspension: null, paidPlan: null }));
      return { users: rows, total: rows.length, paging: LAST_PAGE };
    });
    fake(convos, (call) => this.list(call));
    fake(convo, ({ params: { id } }) => this.shown(this.find(id)));
    fake(messages, (call) => this.page(call));
    fake(unreadConvos, () => ({ count: this.#all.filter(({ hasRead }) => !hasRead).length }));
    this.actions = fake(updateConvo, (call) => this.update(call)).calls;
    this.sent = fake(sendMessage, (call) => this.send(call)).calls;
    this.blocking = fake(blockUser, ({ params: { id } }) => {
      this.#blocked.add(id);
      return { id, blocked: true as const };
    }).calls;
    this.unblocking = fake(unblockUser, ({ params: { id } }) => {
      this.#blocked.delete(id);
      return { id, blocked: false as const };
    }).calls;
    fake(blocks, () => ({ users: people.filter(({ id }) => this.#blocked.has(id)).map(this.#seen) }));
  }

  /** Starts a conversation with these people. */
  begin(others: readonly Member[], more: Partial<KeptConvo> = {}): KeptConvo {
    const fresh = { id: newId(), others, messages: [], hasRead: true, isRequest: false, isArchived: false };
    const one: KeptConvo = { ...fresh, ...more };
    this.#all.push(one);
    return one;
  }

  /** Adds messages to a conversation. The page shows them after `tell` or the next refetch. */
  write(one: KeptConvo, from: string, ...texts: string[]): void {
    one.messages.push(...texts.map((text) => written(from, text)));
    if (from !== this.#me.id) one.hasRead = false;
  }

  /** Sends the live event about a conversation. */
  readonly tell = (one: KeptConvo): Promise<void> => sendLiveEvent({ name: 'messages', data: { convoIds: [one.id] } });

  find(id: string | undefined): KeptConvo {
    const found = this.#all.find((one) => one.id === id);
    if (!found) throw new Error('There is no such conversation.');
    return found;
  }

  shown(one: KeptConvo): Convo {
    const latest = one.messages.at(-1) ?? null;
    return {
      id: one.id,
      users: [person('', refOf(this.#me)), ...one.others.map(this.#seen)],
      hasRead: one.hasRead,
      archivedUsers: one.isArchived ? [this.#me.id] : [],
      isRequest: one.isRequest,
      latest,
      createdAt: NOW,
      updatedAt: latest?.createdAt ?? NOW,
    };
  }

  list({ query: { q = '', with: other, archived = false, requests } }: CallOf<typeof convos>) {
    const isWanted = ({ others, isArchived, isRequest }: KeptConvo) =>
      other !== undefined
        ? others.length === 1 && others[0]?.id === other
        : isArchived === archived &&
          (!requests || isRequest) &&
          others.some(({ displayName }) => displayName.toLowerCase().startsWith(q.toLowerCase()));
    const found = this.#all.filter(isWanted).map((one) => this.shown(one));
    const latestFirst = found.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
    return { convos: latestFirst, total: found.length, paging: LAST_PAGE };
  }

  page({ params: { convoId }, query: { minDate } }: CallOf<typeof messages>) {
    const found = this.find(convoId).messages.filter((one) => minDate === undefined || one.createdAt < minDate);
    return { messages: found.slice(-MESSAGES_SIZE), hasMore: found.length > MESSAGES_SIZE };
  }

  /** Handles a sent message; a repeated idempotency key returns the same message. */
  send({ body: { convo: to, message }, headers }: CallOf<typeof sendMessage>) {
    const key = headers.get('idempotency-key') ?? '';
    const known = this.#answers.get(key);
    const one = known?.one ?? (to.users ? this.#with(to.users) : this.find(to.id));
    const kept = known?.message ?? written(this.#me.id, message.text ?? '');
    if (!known) one.messages.push(kept);
    one.isRequest = false;
    this.#answers.set(key, { one, message: kept });
    return { convo: this.shown(one), message: kept };
  }

  update({ params: { id }, body: { action } }: CallOf<typeof updateConvo>): Convo {
    const one = this.find(id);
    if (action === 'read' || action === 'unread') one.hasRead = action === 'read';
    else if (action === 'accept') one.isRequest = false;
    else one.isArchived = action === 'archive';
    return this.shown(one);
  }

  readonly #seen = (one: Member): Member => ({ ...one, blocked: this.#blocked.has(one.id) });

  #with(ids: readonly string[]): KeptConvo {
    const isSame = ({ others }: KeptConvo) =>
      others.length === ids.length && others.every(({ id }) => ids.includes(id));
    return this.#all.find(isSame) ?? this.begin(this.#people.filter(({ id }) => ids.includes(id)));
  }
}

const refOf = ({
  id,
  username,
  displayName,
  isMasterChef,
  profileImg,
}: Pick<Member, 'id' | 'username' | 'displayName' | 'isMasterChef' | 'profileImg'>) => ({
  id,
  username,
  displayName,
  isMasterChef,
  profileImg,
});

export const lines = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem');
export const log = page.getByRole('log', { name: 'Messages' });
/** The shown messages, from the top. */
export const said = log.getByRole('listitem');
export const box = page.getByRole('textbox', { name: 'Message', exact: true });
export const recipients = page.getByRole('list', { name: 'Recipients' }).getByRole('listitem');
/** The navbar's button for messages, with this number of unread conversations. */
export const badge = (count: number) =>
  page.getByRole('button', { name: count === 0 ? 'Messages' : `Messages, ${count} unread`, exact: true });
