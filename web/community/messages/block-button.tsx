import { isolated } from '@scoville/contract/platform/lib/isolated.ts';
import { blocks } from '@scoville/contract/community/messages/messages.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { showFailure } from '../../platform/lib/fail.ts';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { useBlock } from './messages.calls.ts';

/**
 * Blocks an account after a confirmation, or unblocks it. Invisible, but with its space reserved, until the state is
 * loaded.
 */
export function BlockButton({ who }: { who: { id: string; displayName: string } }) {
  const { productName } = useSettings();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const list = useQuery({ ...queryOf(blocks, {}), staleTime: 0 });
  const block = useBlock();
  const isBlocked = list.data?.users.some(({ id }) => id === who.id) ?? false;
  const setBlocked = async (blocked: boolean) => {
    setAsking(false);
    try {
      await block.mutateAsync({ id: who.id, blocked });
      await client.invalidateQueries({ queryKey: [blocks.path] });
    } catch (error) {
      showFailure(error, productName);
    }
  };
  return (
    <>
      <Button
        variant="plain"
        size="small"
        className={list.isSuccess ? undefined : 'invisible'}
        busy={block.isPending}
        aria-label={`${isBlocked ? 'Unblock' : 'Block'} ${who.displayName}`}
        onClick={() => (isBlocked ? void setBlocked(false) : setAsking(true))}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
      {isAsking &&
        createPortal(
          <ConfirmDialog
            title={`Block ${isolated(who.displayName)}?`}
            confirm="Block"
            danger
            onClose={() => setAsking(false)}
            onConfirm={() => void setBlocked(true)}
          >
            <p>
              You will see nothing more that <bdi>{who.displayName}</bdi> writes. They are not told.
            </p>
          </ConfirmDialog>,
          document.body,
        )}
    </>
  );
}
