import type { Convo, Member, Message } from '@scoville/contract/messages.ts';

/** Everybody but the one who looks. */
export const othersOf = ({ users }: Pick<Convo, 'users'>, myId: string): Member[] =>
  users.filter(({ id }) => id !== myId);

export const namesOf = (users: readonly Pick<Member, 'displayName'>[]): string =>
  users.map(({ displayName }) => displayName).join(', ');

/** What a message says in one line. */
export const wordsOf = ({ text }: Pick<Message, 'text'>): string => (text === '' ? 'No message' : text);

/** The draft for one account alone: it has this name before there is a conversation, too. */
export const draftWith = (userId: string): string => `with ${userId}`;

/** The draft of a conversation. */
export function draftOf(convo: Pick<Convo, 'id' | 'users'>, myId: string): string {
  const [other, ...more] = othersOf(convo, myId);
  return other !== undefined && more.length === 0 ? draftWith(other.id) : convo.id;
}
