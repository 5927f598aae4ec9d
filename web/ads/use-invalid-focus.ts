import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a function that has the first invalid field focused after the next render. That field may be out of sight, above
 * or below what is scrolled to.
 */
export function useInvalidFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const isRefused = useRef(false);
  useEffect(() => {
    if (isRefused.current) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    isRefused.current = false;
  });
  return () => {
    isRefused.current = true;
  };
}
