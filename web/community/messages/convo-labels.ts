import type { Convo, Member, Message } from '@scoville/contract/community/messages/messages.ts';

/** All members of a conversation except the viewer. */
export const otherMembers = ({ users }: Pick<Convo, 'users'>, myId: string): Member[] =>
  users.filter(({ id }) => id !== myId);

export const joinNames = (users: readonly Pick<Member, 'displayName'>[]): string =>
  users.map(({ displayName }) => displayName).join(', ');

/** A message's text in one line. */
export const messageText = ({ text }: Pick<Message, 'text'>): string => (text === '' ? 'No message' : text);

/** The name of the draft for a single account, also used before a conversation with it exists. */
export const draftNameForUser = (userId: string): string => `with ${userId}`;

/** The name of a conversation's draft. */
export function draftName(convo: Pick<Convo, 'id' | 'users'>, myId: string): string {
  const [other, ...more] = otherMembers(convo, myId);
  return other !== undefined && more.length === 0 ? draftNameForUser(other.id) : convo.id;
}
