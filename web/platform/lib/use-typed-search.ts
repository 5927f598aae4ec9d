import { useEffect, useState } from 'react';

/**
 * The text of a search box that is synchronized with the address: written there once typing pauses, and taken from
 * there when a link or Back changes it.
 * @param value the text in the address
 * @param onPause writes the text to the address
 * @param pause milliseconds after the last keystroke
 */
export function useTypedSearch(value: string, onPause: (words: string) => void, pause: number) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // The text that this box wrote last. When the address changes to it, typing may have continued, so the box keeps its
  // text.
  const [written, setWritten] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== written) {
      setTyped(value);
      setWritten(value);
    }
  }
  const asked = typed.trim();
  useEffect(() => {
    if (asked === value.trim()) return undefined;
    const timer = setTimeout(() => {
      setWritten(asked);
      onPause(asked);
    }, pause);
    return () => clearTimeout(timer);
  }, [asked, value, onPause, pause]);
  return [typed, setTyped] as const;
}
