import { type ReactNode, type RefObject, useCallback, useEffect, useState } from 'react';
import { TYPING, arePlayerKeysOn } from '../playing/key-choice.ts';
import { onKeyMapRequest } from '../playing/settings/key-map-request.ts';
import { openedPart } from '../../platform/ui/opened-part.tsx';
import { early, keepEarlyKey } from './early-key.ts';
import { SuggestionList } from '../../listening/discovery/suggestion-list.tsx';

const Palette = openedPart(() => import('../../listening/discovery/palette.tsx'));
const KeyMap = openedPart(() => import('../playing/settings/key-map.tsx'));

interface SearchBoxLateProps {
  input: RefObject<HTMLInputElement | null>;
  /** Whether this box's key handler opens the palette; only one box on a page does. */
  withPalette?: boolean | undefined;
}

/**
 * The suggestions of a search box, and the dialogs that keys open on every page: the palette, and the list of all keys.
 */
export default function SearchBoxLate({ input, withPalette = false }: SearchBoxLateProps): ReactNode {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  useEffect(() => {
    if (!withPalette) return undefined;
    const stops = [onKey(setOpen), onKeyMapRequest(() => setOpen('keys'))];
    return () => stops.forEach((stop) => stop());
  }, [withPalette]);
  return (
    <>
      <SuggestionList
        input={input}
        className="absolute top-full right-0 left-0 z-30 mt-1.5 max-h-[70dvh] overflow-y-auto rounded-cover border border-line bg-surface py-1.5"
      />
      {open === 'palette' && <Palette onClose={close} onFailed={close} />}
      {open === 'keys' && <KeyMap onClose={close} onFailed={close} />}
    </>
  );
}

/**
 * Opens the palette on Ctrl or Cmd with K anywhere, and on "/" outside of text fields, and the list of keys on "?",
 * unless single-key shortcuts are switched off. A key that was pressed before this code was loaded is handled now.
 */
function onKey(open: (what: 'palette' | 'keys') => void): () => void {
  const act = (event: KeyboardEvent) => {
    const what = event.altKey ? null : opened(event);
    // The list of keys also opens over the player's display.
    if (what === null || document.querySelector(what === 'keys' ? OTHER_DIALOG : 'dialog:modal')) return;
    event.preventDefault();
    open(what);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.defaultPrevented) act(event);
  };
  document.addEventListener('keydown', onKeyDown);
  removeEventListener('keydown', keepEarlyKey);
  if (early.key) act(early.key);
  early.key = undefined;
  return () => {
    document.removeEventListener('keydown', onKeyDown);
    addEventListener('keydown', keepEarlyKey);
  };
}

const OTHER_DIALOG = 'dialog:modal:not([data-player])';

function opened({ key, ctrlKey, metaKey, target }: KeyboardEvent): 'palette' | 'keys' | null {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null;
  if (!arePlayerKeysOn() || (target instanceof Element && target.closest(TYPING) !== null)) return null;
  return key === '/' ? 'palette' : key === '?' ? 'keys' : null;
}
