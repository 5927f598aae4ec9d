import { isolated } from '@scoville/contract/platform/lib/isolated.ts';
import type { Convo, Member } from '@scoville/contract/community/messages/messages.ts';
import { useState } from 'react';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { MoreIcon } from '../../platform/ui/icons.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../platform/ui/menu.tsx';

interface ConvoMenuProps {
  convo: Convo;
  others: readonly Member[];
  onAct: (action: 'unread' | 'archive' | 'unarchive') => void;
  onBlock: (who: Member, blocked: boolean) => void;
}

/** The menu of actions on a whole conversation and on its members. */
export function ConvoMenu({ convo, others, onAct, onBlock }: ConvoMenuProps) {
  const [asked, setAsked] = useState<Member | null>(null);
  const isArchived = convo.archivedUsers.length > 0;
  return (
    <>
      <Menu
        label="Conversation"
        renderTrigger={(props) => (
          <IconButton label="Conversation" {...props}>
            <MoreIcon />
          </IconButton>
        )}
      >
        <MenuItem onSelect={() => onAct('unread')}>Mark as unread</MenuItem>
        <MenuItem onSelect={() => onAct(isArchived ? 'unarchive' : 'archive')}>
          {isArchived ? 'Unarchive' : 'Archive'}
        </MenuItem>
        {others.some(({ deleted }) => !deleted) && <MenuSeparator />}
        {others
          .filter(({ deleted }) => !deleted)
          .map((one) => (
            <MenuItem
              key={one.id}
              danger={!one.blocked}
              onSelect={() => (one.blocked ? onBlock(one, false) : setAsked(one))}
            >
              {/* A single flex item, so that the space between its parts is kept. */}
              <span className="min-w-0 wrap-anywhere">
                {one.blocked ? 'Unblock' : 'Block'} <bdi>{one.displayName}</bdi>
              </span>
            </MenuItem>
          ))}
      </Menu>
      {asked && (
        <ConfirmDialog
          title={`Block ${isolated(asked.displayName)}?`}
          confirm="Block"
          danger
          onClose={() => setAsked(null)}
          onConfirm={() => {
            onBlock(asked, true);
            setAsked(null);
          }}
        >
          <p>
            You will see nothing more that <bdi>{asked.displayName}</bdi> writes. They are not told.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
