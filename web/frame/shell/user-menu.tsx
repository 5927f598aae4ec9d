import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { LateMenu } from '../../platform/ui/late-menu.tsx';

const load = () => import('./account-list.tsx');

/** The account's menu, opened by the picture at the right of the navbar. */
export function UserMenu({ me }: { me: Me }) {
  return (
    <LateMenu
      load={load}
      renderTrigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={`Account of ${me.displayName}`}
          className="grid size-[42px] place-items-center rounded-full"
        >
          <Avatar name={me.displayName} image={me.profileImg} />
        </button>
      )}
    />
  );
}
