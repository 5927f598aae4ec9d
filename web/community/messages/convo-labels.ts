import type { Convo, Member, Message } from '@scoville/contract/community/messages/messages.ts';

/** All members of a conversation except the viewer. */
export const othersOf = ({ users }: Pick<Convo, 'users'>, myId: string): Member[] =>
  users.filter(({ id }) => id !== myId);

export const namesOf = (users: readonly Pick<Member, 'displayName'>[]): string =>
  users.map(({ displayName }) => displayName).join(', ');

/** A message's text in one line. */
export const wordsOf = ({ text }: Pick<Message, 'text'>): string => (text === '' ? 'No message' : text);

/** The name of the draft for a single account, also used before a conversation with it exists. */
export const draftWith = (userId: string): string => `with ${userId}`;

/** The name of a conversation's draft. */
export function draftOf(convo: Pick<Convo, 'id' | 'users'>, myId: string): string {
  const [other, ...more] = othersOf(convo, myId);
  return other !== undefined && more.length === 0 ? draftWith(other.id) : convo.id;
}
