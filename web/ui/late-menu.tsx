import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import type { MenuListProps, MenuTriggerProps } from './menu.tsx';
import { toast } from './toasts.ts';

/** What a list that comes late is given; it hands them on to `MenuList`. */
export type LateListProps = Omit<MenuListProps, 'label' | 'children'>;

/** What the button of a late menu must carry: more than that of a menu which is there from the start. */
interface LateTriggerProps extends MenuTriggerProps {
  onPointerEnter: () => void;
  onFocus: () => void;
  onClick: () => void;
}

interface LateMenuProps {
  /** Fetches the list's code. */
  load: () => Promise<ComponentType<LateListProps>>;
  /** Says why a pressed menu does not come, where that may be more than its code that did not. */
  onFailed?: (error: unknown) => void;
  renderTrigger: (props: LateTriggerProps) => ReactNode;
}

/**
 * A menu whose list is no part of the first load: it comes once its button is pointed at or focused, and a press that is
 * earlier than the code opens it as soon as it is here. From then on it is `Menu`.
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
    // A list that is here is opened and closed by the browser, which knows it by `popoverTarget`.
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
