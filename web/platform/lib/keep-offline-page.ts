/**
 * Registers the service worker, which caches the page for a lost connection (public/service-worker.js) and makes the
 * product installable in all browsers. Not during development, where a restart of the server would look like a lost
 * connection.
 */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
      // A private window may forbid service workers: the browser's own page for a lost connection is shown then.
      console.warn('The offline page could not be kept.', error);
    });
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
