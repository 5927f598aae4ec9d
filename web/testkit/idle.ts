/**
 * Makes the page idle right after its next frame. Chromium lets idle callbacks wait for a second and more after a click,
 * and on a busy machine for as long as that is busy: each test would end by waiting for it.
 */
export function idleAtOnce(): void {
  const idle: IdleDeadline = { didTimeout: false, timeRemaining: () => 50 };
  window.requestIdleCallback = (run) => requestAnimationFrame(() => setTimeout(run, 0, idle));
  window.cancelIdleCallback = cancelAnimationFrame;
}
