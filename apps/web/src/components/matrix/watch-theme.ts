/** Says when colours have changed: light or dark, or those that the system forces. What is painted does not follow by itself. */
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
