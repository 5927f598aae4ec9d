import type { Member } from '@scoville/contract/community/messages/messages.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { classNames } from '../../platform/ui/class-names.ts';

/** The pictures of the conversation's other members: one in one column, up to four in two columns, more in three. */
export function Avatars({ users }: { users: readonly Member[] }) {
  const columns = users.length <= 1 ? 1 : users.length <= 4 ? 2 : 3;
  return (
    <span
      data-columns={columns}
      className={classNames(
        'grid size-12 flex-none place-content-center gap-0.5',
        columns === 1 ? 'grid-cols-1' : columns === 2 ? 'grid-cols-2' : 'grid-cols-3',
      )}
    >
      {users.slice(0, 9).map((user) => (
        <Avatar
          key={user.id}
          name={user.displayName}
          image={user.profileImg}
          className={columns === 1 ? 'size-12' : columns === 2 ? 'size-[23px] text-caption' : 'size-[15px] text-[9px]'}
        />
      ))}
    </span>
  );
}
