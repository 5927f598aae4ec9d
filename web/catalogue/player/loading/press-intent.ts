/**
 * Milliseconds that the pointer or focus must stay on a button for a press to be likely; shorter visits only pass it.
 */
export const DWELL = 80;

/** Calls `run` once the pointer or the focus has rested on a button, and again on `pointerdown`. */
export function onPressIntent(button: Element, run: (isPressed: boolean) => void): void {
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => run(false), DWELL);
  signal.addEventListener('abort', () => clearTimeout(timer));
  button.addEventListener(
    'pointerdown',
    () => {
      over.abort();
      run(true);
    },
    { signal },
  );
  for (const name of ['pointerleave', 'blur']) button.addEventListener(name, () => over.abort(), { signal });
}
