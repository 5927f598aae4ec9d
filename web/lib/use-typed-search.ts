import { useEffect, useState } from 'react';

/**
 * What is typed into a box whose words stand in the address: written there once typing has paused, and what is written there
 * elsewhere (a link, a step back) comes into the box.
 * @param value what the address says
 * @param onPause writes it there
 * @param pause milliseconds after the last key
 */
export function useTypedSearch(value: string, onPause: (words: string) => void, pause: number) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // What this box wrote last: when the address says it, typing may have gone on meanwhile.
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
