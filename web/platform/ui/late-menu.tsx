import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type Load, loadOnce, usePart } from './lazy-part.tsx';
import type { MenuListProps, MenuTriggerProps } from './menu.tsx';
import { toast } from './toasts.ts';

/** The props of a lazily loaded list, which passes them on to `MenuList`. */
export type LateListProps = Omit<MenuListProps, 'label' | 'children'>;

/** Props that the button of a late menu must spread, more than for a menu that is loaded from the start. */
interface LateTriggerProps extends MenuTriggerProps {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: (event: MouseEvent) => void;
}

interface LateMenuProps {
  /** Fetches the list's code. */
  load: Load<LateListProps>;
  /** Reports why a pressed menu doesn't open, for a `load` that can fail for other reasons than missing code. */
  onFailed?: (error: unknown) => void;
  renderTrigger: (props: LateTriggerProps) => ReactNode;
}

const sayFailed = () => toast('error', 'The menu could not be loaded. Check your connection and try again.');

/**
 * A menu whose list is not part of the first load. The list is fetched once its button is hovered or focused; a press
 * before the code has arrived opens the list on arrival. After that it behaves like `Menu`.
 */
export function LateMenu({ load, onFailed = sayFailed, renderTrigger }: LateMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef(false);
  const [code] = useState(() => loadOnce(load));
  const [List, ask] = usePart(code);
  const [openAtOnce, setOpenAtOnce] = useState(false);
  const [open, setOpen] = useState(false);

  const fetchList = () =>
    void ask().then(
      () => setOpenAtOnce(pressed.current),
      (error: unknown) => {
        if (pressed.current) onFailed(error);
        pressed.current = false;
      },
    );
  const press = () => {
    pressed.current = !pressed.current;
    fetchList();
  };

  return (
    <>
      {renderTrigger({
        ref: button,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPointerEnter: fetchList,
        onFocus: fetchList,
        onClick: (event) => {
          // The browser opens and closes a loaded list itself, through `popoverTarget`. A list that is mounted and opened
          // during its first click would be closed again by that click.
          if (List) return;
          event.preventDefault();
          press();
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          if (List) document.getElementById(id)?.showPopover();
          else if (!pressed.current) press();
        },
      })}
      {List && <List id={id} button={button} open={open} onToggle={setOpen} openAtOnce={openAtOnce} />}
    </>
  );
}
