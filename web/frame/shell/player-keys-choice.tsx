import { choosePlayerKeys, usePlayerKeys } from '../playing/key-choice.ts';
import { showKeyMap } from '../playing/settings/key-map-request.ts';
import { CheckIcon, InfoIcon, KeyboardIcon } from '../../platform/ui/icons.tsx';
import { menuItemClass } from '../../platform/ui/menu.tsx';
import { Tooltip } from '../../platform/ui/tooltip.tsx';

/** A menu item that turns the player's keyboard shortcuts on or off on all pages, and one that lists the shortcuts. */
export function PlayerKeysChoice() {
  const on = usePlayerKeys();
  return (
    <>
      <Tooltip text="Single-key shortcuts, the arrow keys, and / to find anything">
        <button
          type="button"
          role="menuitemcheckbox"
          aria-checked={on}
          tabIndex={-1}
          onClick={() => choosePlayerKeys(!on)}
          className={menuItemClass}
        >
          <KeyboardIcon />
          Player keys
          {on && <CheckIcon className="ml-auto size-[18px]" />}
        </button>
      </Tooltip>
      <button type="button" role="menuitem" tabIndex={-1} onClick={showKeyMap} className={menuItemClass}>
        <InfoIcon />
        Keyboard shortcuts
        <span className="ml-auto text-muted">?</span>
      </button>
    </>
  );
}
