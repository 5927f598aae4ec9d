import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { CheckIcon } from './icons.tsx';
import { onPageChange } from './page-change.ts';
import { placeBeside } from './place-beside.ts';

/** Props that the button which opens the menu must spread. */
export interface MenuTriggerProps {
  ref: Ref<HTMLButtonElement>;
  popoverTarget: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface MenuListProps {
  /** The button's `popoverTarget`. */
  id: string;
  /** The accessible name of the list. */
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  open: boolean;
  /** Called when the list opened or closed. */
  onToggle: (open: boolean) => void;
  /** The button was pressed before the list was loaded, so the list opens as it is mounted. */
  openAtOnce?: boolean;
  /** Items: any element with the role `menuitem`, `menuitemradio` or `menuitemcheckbox`, and separators. */
  children: ReactNode;
}

export interface MenuProps extends Pick<MenuListProps, 'label' | 'children'> {
  renderTrigger: (props: MenuTriggerProps) => ReactNode;
}

const ITEMS = '[role^=menuitem]:not([aria-disabled=true]):not(:disabled)';

/**
 * A button with a list of actions, after the menu button pattern of the ARIA Authoring Practices: arrows, Home, End and
 * first letters move, Escape and Tab close, choosing closes. The list is a popover, so no container clips it, a click
 * elsewhere closes it, and the focus returns to the button.
 */
export function Menu({ renderTrigger, ...list }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {renderTrigger({
        ref: button,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          document.getElementById(id)?.showPopover();
        },
      })}
      <MenuList id={id} button={button} open={open} onToggle={setOpen} {...list} />
    </>
  );
}

/** The list itself, for `LateMenu`, which renders its button before the list is loaded. */
export function MenuList({ id, label, button, open, onToggle, openAtOnce = false, children }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const close = () => list.current?.hidePopover();

  useEffect(() => onPageChange(() => list.current?.hidePopover()), []);
  useEffect(() => {
    if (openAtOnce) list.current?.togglePopover(true);
  }, [openAtOnce]);
  const place = useCallback(() => {
    const element = list.current;
    if (!element || !button.current) return;
    placeBeside(element, button.current.getBoundingClientRect(), { first: 'below', align: 'end', gap: 6 });
    (itemsOf(element)[0] ?? element).focus();
  }, [button]);
  useEffect(() => {
    if (!open) return;
    place();
    const onResize = () => list.current?.hidePopover();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, [open, place]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = list.current ? itemsOf(list.current) : [];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = moveTo(event.key, at, all);
    if (event.key === 'Tab') close();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };

  return (
    <div
      ref={list}
      id={id}
      popover="auto"
      role="menu"
      aria-label={label}
      tabIndex={0}
      onToggle={(event) => {
        const isOpen = event.newState === 'open';
        // If the list was closed and reopened at once, the browser fires a single event and `open` doesn't change.
        if (isOpen && open) place();
        onToggle(isOpen);
      }}
      onKeyDown={onKeyDown}
      onClick={(event) => (event.target as Element).closest(ITEMS) && close()}
      className="appear m-0 max-h-[calc(100dvh-96px)] min-w-56 overflow-y-auto rounded-cover border border-line bg-surface p-1.5 text-text"
    >
      {open && children}
    </div>
  );
}

const itemsOf = (list: HTMLElement): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.checkVisibility());

/** The index of the item that a key moves the focus to; undefined for other keys. */
function moveTo(key: string, at: number, all: HTMLElement[]): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at <= 0 ? -1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return -1;
  if (!/^[\p{L}\p{N}]$/u.test(key)) return undefined;
  const letter = key.toLowerCase();
  const begins = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(letter);
  const after = all.findIndex((item, index) => index > at && begins(item));
  const found = after >= 0 ? after : all.findIndex(begins);
  return found >= 0 ? found : undefined;
}

/**
 * Classes of an item; also for links inside a menu: `<Link role="menuitem" tabIndex={-1} className={menuItemClass}>`.
 */
export const menuItemClass =
  'flex min-h-10 w-full items-center gap-3 rounded-[9px] px-3 py-2 text-left hover:bg-raised focus-visible:bg-raised aria-disabled:opacity-50 disabled:opacity-50';

export interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** For an item that is one of several choices: whether this choice is selected. */
  checked?: boolean;
}

export function MenuItem({ children, onSelect, icon, disabled = false, danger = false, checked }: MenuItemProps) {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      tabIndex={-1}
      disabled={disabled}
      onClick={onSelect}
      className={classNames(menuItemClass, danger && 'text-error', checked && 'font-[650]')}
    >
      {icon}
      {children}
      {checked && <CheckIcon className="ml-auto size-[18px]" />}
    </button>
  );
}

export function MenuSeparator() {
  return <hr className="my-1.5 border-line" />;
}
