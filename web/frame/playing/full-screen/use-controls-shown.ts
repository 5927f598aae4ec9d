import { type RefObject, useEffect, useState } from 'react';

/** Milliseconds that controls stay visible after the last input. */
const STAY = 3_000;
const MOVEMENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Whether controls over a picture should be shown: after pointer or key input, while a control is hovered or has the
 * keyboard focus, or when `stay` is true. Also returns a function that hides them.
 * @param area the element whose input counts
 */
export function useControlsShown(area: RefObject<HTMLElement | null>, stay: boolean): [boolean, () => void] {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const element = area.current;
    if (element === null || stay) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (element.querySelector('[data-controls] :focus-visible, [data-controls]:hover')) wait();
        else setShown(false);
      }, STAY);
    };
    const show = () => {
      setShown(true);
      wait();
    };
    wait();
    for (const name of MOVEMENTS) element.addEventListener(name, show);
    return () => {
      clearTimeout(timer);
      for (const name of MOVEMENTS) element.removeEventListener(name, show);
      setShown(true);
    };
  }, [area, stay]);
  return [isShown || stay, () => setShown(false)];
}
