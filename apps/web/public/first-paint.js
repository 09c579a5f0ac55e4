// Before anything is painted: light or dark as chosen in this browser (local storage key darkMode), else as the system prefers.
// A file of its own because the content security policy allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('darkMode');
  } catch {
    // A browser that forbids storage gets the system's preference.
  }
  const isDark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'true';
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
