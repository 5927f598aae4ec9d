/** Milliseconds for which the pointer or the focus stays on a button that is meant, rather than passed. */
export const DWELL = 80;

/** Runs something once, when the button that somebody has reached seems to be meant, or is being pressed. */
export function whenMeant(button: Element, run: () => void): void {
  const over = new AbortController();
  const { signal } = over;
  const act = () => {
    over.abort();
    run();
  };
  const timer = setTimeout(act, DWELL);
  signal.addEventListener('abort', () => clearTimeout(timer));
  button.addEventListener('pointerdown', act, { signal });
  for (const name of ['pointerleave', 'blur']) button.addEventListener(name, () => over.abort(), { signal });
}
