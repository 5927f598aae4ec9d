import { type Member, blocks } from '@scoville/contract/community/messages/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { showFailure } from '../../platform/lib/fail.ts';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { useBlock } from './messages.calls.ts';

/** The accounts that the viewer has blocked, latest first, each with a button to unblock it. */
export function BlockedList() {
  const { productName } = useSettings();
  const list = useQuery({ ...queryOf(blocks, {}), staleTime: 0 });
  const block = useBlock();
  const unblock = async ({ id }: Member) => {
    try {
      await block.mutateAsync({ id, blocked: false });
      await list.refetch();
    } catch (error) {
      showFailure(error, productName);
    }
  };
  return (
    <section aria-labelledby="blocked" className="flex flex-col gap-5">
      <h2 id="blocked" className="text-title">
        Blocked people
      </h2>
      {list.isLoadingError ? (
        <ErrorState message="The people you blocked could not be loaded." onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading>
          <Skeleton className="h-16 w-full" />
        </Loading>
      ) : list.data.users.length === 0 ? (
        <p className="text-muted">You have not blocked anybody. You won’t see messages from people you block.</p>
      ) : (
        <ul aria-labelledby="blocked" className="flex flex-col divide-y divide-line border-y border-line">
          {list.data.users.map((user) => (
            <li key={user.id} className="flex items-center justify-between gap-4 py-3">
              <span className="flex min-w-0 items-center gap-3">
                <Avatar name={user.displayName} image={user.profileImg} className="size-10 flex-none" />
                <bdi className="min-w-0 truncate font-[550]">{user.displayName}</bdi>
              </span>
              <Button
                size="small"
                busy={block.isPending}
                aria-label={`Unblock ${user.displayName}`}
                onClick={() => void unblock(user)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
