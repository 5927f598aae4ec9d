// The theme that was chosen, and the page that was wanted as soon as there is a connection again.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's theme it is.
}
// The network says that it is there before it is, and a server that is away comes back without a word from it: so our own
// server is asked, which the service worker does not stand in for.
async function goOn() {
  const isBack = await fetch('/api/health', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );
  if (isBack) location.reload();
}
addEventListener('online', () => void goOn());
setInterval(() => void goOn(), 4000);
