import { type ReactNode, type RefObject, Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { playerKeysOn } from '../player/key-choice.ts';
import { SuggestionList } from './suggestion-list.tsx';

const Palette = lazy(() => import('./palette.tsx'));

interface SearchBoxLateProps {
  input: RefObject<HTMLInputElement | null>;
  /** This box is the one whose keys open the palette. */
  withPalette?: boolean | undefined;
}

/** The suggestions of a box, and the palette that a key opens on every page. */
export default function SearchBoxLate({ input, withPalette = false }: SearchBoxLateProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => (withPalette ? onPaletteKey(() => setOpen(true)) : undefined), [withPalette]);
  return (
    <>
      <SuggestionList
        input={input}
        className="absolute top-full right-0 left-0 z-30 mt-1.5 max-h-[70dvh] overflow-y-auto rounded-cover border border-line bg-surface py-1.5"
      />
      {isOpen && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  );
}

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Ctrl or Cmd with K anywhere, and "/" where nobody types, unless keys of one letter are switched off. */
function onPaletteKey(open: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog:modal')) return;
    const isChord = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping && playerKeysOn();
    if (!isChord && !isSlash) return;
    event.preventDefault();
    open();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
