/**
 * Has the browser keep the page that says that there is no connection (public/service-worker.js); with it the product can be
 * installed everywhere. Not while developing: a start of the server would look like a lost connection.
 */
export function keepOfflinePage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
      // A private window may forbid it: then the browser's own page says that there is no connection.
      console.warn('The offline page could not be kept.', error);
    });
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
