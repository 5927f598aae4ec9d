// Runs before the first paint, so that a chosen theme never flashes.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser blocks storage, so the page keeps the system's theme.
}
