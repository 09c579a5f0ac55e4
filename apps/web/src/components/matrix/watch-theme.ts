/** Calls back when colours change: light or dark, or forced by the system. Canvas content does not follow by itself. */
export function watchTheme(onChange: () => void, signal: AbortSignal): void {
  const theme = new MutationObserver(onChange);
  theme.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-mantine-color-scheme', 'class'],
  });
  signal.addEventListener('abort', () => theme.disconnect());
  for (const query of ['(forced-colors: active)', '(prefers-color-scheme: dark)']) {
    window.matchMedia(query).addEventListener('change', onChange, { signal });
  }
}
