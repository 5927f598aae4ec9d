/**
 * Makes the page idle once its next frame and all pending tasks are done. Chromium delays idle callbacks by a second or
 * more after a click, and on a busy machine for as long as it is busy, so each test would end by waiting for that.
 */
export function idleAtOnce(): void {
  const idle: IdleDeadline = { didTimeout: false, timeRemaining: () => 50 };
  window.requestIdleCallback = (run) =>
    requestAnimationFrame(() => void scheduler.postTask(() => run(idle), { priority: 'background' }));
}
