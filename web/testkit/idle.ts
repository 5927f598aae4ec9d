/**
 * Makes the page idle once its next frame and all tasks that wait are done. Chromium lets idle callbacks wait for a
 * second and more after a click, and on a busy machine for as long as that is busy: each test would end by waiting for it.
 */
export function idleAtOnce(): void {
  const idle: IdleDeadline = { didTimeout: false, timeRemaining: () => 50 };
  window.requestIdleCallback = (run) =>
    requestAnimationFrame(() => void scheduler.postTask(() => run(idle), { priority: 'background' }));
}
