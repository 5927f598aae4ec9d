import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a function that focuses the first invalid field after the next render, because that field may be outside the
 * visible part of the form.
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
