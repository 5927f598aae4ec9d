// Applies the chosen theme, and reloads the requested page as soon as there is a connection again.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser blocks storage, so the page keeps the system's theme.
}
// Polls our own server: the browser reports a network before it works, and doesn't report at all when the server is
// back. The service worker doesn't answer this request.
async function goOn() {
  const isBack = await fetch('/api/health', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );
  if (isBack) location.reload();
}
addEventListener('online', () => void goOn());
setInterval(() => void goOn(), 4000);
