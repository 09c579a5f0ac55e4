// Before anything is painted: light or dark as chosen in this browser (local storage key darkMode), else as the system prefers;
// and the files of the first screen are asked for, which depends on who is signed in (local storage key token).
// A file of its own because the content security policy allows no inline script.
(() => {
  let chosen = null;
  let isSignedIn = false;
  try {
    chosen = localStorage.getItem('darkMode');
    isSignedIn = localStorage.getItem('token') !== null;
  } catch {
    // A browser that forbids storage gets the system's preference.
  }
  const isDark = chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'true';
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  const { signIn, application } = document.currentScript.dataset; // written by the build
  const base = document.documentElement.dataset.basePath ?? ''; // written by the server
  const isSignIn = !isSignedIn && ['', '/', '/login'].includes(location.pathname.slice(base.length));
  for (const href of (isSignIn ? signIn : application)?.split(' ') ?? []) {
    const isScript = href.endsWith('.js');
    const link = Object.assign(document.createElement('link'), { rel: isScript ? 'modulepreload' : 'preload', href });
    link.crossOrigin = '';
    if (!isScript) link.as = 'style';
    document.head.append(link);
  }
})();
