import { choosePlayerKeys, usePlayerKeys } from '../player/key-choice.ts';
import { CheckIcon, KeyboardIcon } from '../ui/icons.tsx';
import { menuItemClass } from '../ui/menu.tsx';
import { Tooltip } from '../ui/tooltip.tsx';

/** Whether the keys of the player work on every page, as an item of a menu. */
export function PlayerKeysChoice() {
  const on = usePlayerKeys();
  return (
    <Tooltip text="Space, K, J, L, N, P, the arrows, and / to find anything">
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
  );
}
