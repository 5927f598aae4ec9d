import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import type { MenuListProps, MenuTriggerProps } from './menu.tsx';
import { toast } from './toasts.ts';

/** The props of a lazily loaded list, which passes them on to `MenuList`. */
export type LateListProps = Omit<MenuListProps, 'label' | 'children'>;

/** Props that the button of a late menu must spread, more than for a menu that is loaded from the start. */
interface LateTriggerProps extends MenuTriggerProps {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
}

interface LateMenuProps {
  /** Fetches the list's code. */
  load: () => Promise<ComponentType<LateListProps>>;
  /** Reports why a pressed menu doesn't open, for a `load` that can fail for other reasons than missing code. */
  onFailed?: (error: unknown) => void;
  renderTrigger: (props: LateTriggerProps) => ReactNode;
}

/**
 * A menu whose list is not part of the first load. The list is fetched once its button is hovered or focused; a press
 * before the code has arrived opens the list on arrival. After that it behaves like `Menu`.
 */
export function LateMenu({ load, onFailed, renderTrigger }: LateMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const loading = useRef(false);
  const pressed = useRef(false);
  const [late, setLate] = useState<{ List: ComponentType<LateListProps>; openAtOnce: boolean } | null>(null);
  const [open, setOpen] = useState(false);

  const fetchList = () => {
    if (late || loading.current) return;
    loading.current = true;
    load()
      .then((List) => setLate({ List, openAtOnce: pressed.current }))
      .catch((error: unknown) => {
        console.warn('A menu could not be loaded.', error);
        if (pressed.current) {
          if (onFailed) onFailed(error);
          else toast('error', 'The menu could not be loaded. Check your connection and try again.');
        }
        pressed.current = false;
      })
      .finally(() => (loading.current = false));
  };
  const press = () => {
    // The browser opens and closes a loaded list itself, through `popoverTarget`.
    if (late) return;
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
        onClick: press,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          if (late) document.getElementById(id)?.showPopover();
          else if (!pressed.current) press();
        },
      })}
      {late && <late.List id={id} button={button} open={open} onToggle={setOpen} openAtOnce={late.openAtOnce} />}
    </>
  );
}
