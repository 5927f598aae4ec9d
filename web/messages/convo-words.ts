import type { Convo, Member, Message } from '@scoville/contract/messages.ts';

/** Everybody but the one who looks. */
export const othersOf = ({ users }: Pick<Convo, 'users'>, myId: string): Member[] =>
  users.filter(({ id }) => id !== myId);

export const namesOf = (users: readonly Pick<Member, 'displayName'>[]): string =>
  users.map(({ displayName }) => displayName).join(', ');

/** What a message says in one line. */
export const wordsOf = ({ text }: Pick<Message, 'text'>): string => (text === '' ? 'No message' : text);

/** When something was written: its time today, else its day. */
export function timeOf(createdAt: string, now = new Date()): string {
  const at = new Date(createdAt);
  const isToday = at.toDateString() === now.toDateString();
  return isToday
    ? at.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
    : at.toLocaleDateString(undefined, {
        month: 'short',
        day: 'numeric',
        ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
      });
}
