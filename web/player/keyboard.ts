import { readClock } from './clock.ts';
import { seekTo } from './engine.ts';
import { playerKeysOn } from './key-choice.ts';
import { dispatch } from './player.ts';

const STEP = 5;
const LEAP = 10;
/** Where keys mean something else already. */
const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
const USES_SPACE = 'button, a[href], summary, [role="button"], [role="menuitem"], [role="tab"], [role="option"]';
const USES_ARROWS = `${USES_SPACE}, [role="slider"], [role="menu"], [role="tablist"], [role="listbox"]`;

const within = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

function actionOf(event: KeyboardEvent): (() => void) | null {
  const { position } = readClock();
  switch (event.key) {
    case ' ':
      return within(event.target, USES_SPACE) ? null : () => dispatch({ type: 'toggle' });
    case 'k':
      return () => dispatch({ type: 'toggle' });
    case 'j':
      return () => seekTo(position - LEAP);
    case 'l':
      return () => seekTo(position + LEAP);
    case 'ArrowLeft':
      return within(event.target, USES_ARROWS) ? null : () => seekTo(position - STEP);
    case 'ArrowRight':
      return within(event.target, USES_ARROWS) ? null : () => seekTo(position + STEP);
    case 'n':
      return () => dispatch({ type: 'next' });
    case 'p':
      return () => dispatch({ type: 'previous', position });
    default:
      return null;
  }
}

/**
 * Space or k plays and pauses, j and l and the arrows seek, n and p change the track; not while somebody types, and
 * not in a dialog other than the player's own. Anyone disturbed by this can switch it off. Returns what stops it.
 */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!playerKeysOn()) return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (within(event.target, TYPING) || within(event.target, 'dialog:not([data-player])')) return;
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
