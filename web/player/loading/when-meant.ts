/** Milliseconds for which the pointer or the focus stays on a button that is meant, rather than passed. */
export const DWELL = 80;

/** Runs something when the button that somebody has reached seems to be meant, and again when it is being pressed. */
export function whenMeant(button: Element, run: (isPressed: boolean) => void): void {
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
