import { localStore } from './local-store';

const KEY = 'darkMode';

type Scheme = 'light' | 'dark' | 'auto';

let stopListening: (() => void) | undefined;

/** Light or dark, stored in this browser; defaults to the system's preference. Other tabs follow. */
export const colorScheme = {
  get: (standard: Scheme): Scheme => schemeOf(localStore.read(KEY)) ?? standard,
  set(scheme: Scheme): void {
    if (scheme === 'auto') localStore.remove(KEY);
    else localStore.write(KEY, String(scheme === 'dark'));
  },
  subscribe(onUpdate: (scheme: Scheme) => void): void {
    const listen = (event: StorageEvent) => {
      const scheme = event.key === KEY ? schemeOf(event.newValue) : undefined;
      if (scheme) onUpdate(scheme);
    };
    window.addEventListener('storage', listen);
    stopListening = () => window.removeEventListener('storage', listen);
  },
  unsubscribe: (): void => stopListening?.(),
  clear: (): void => localStore.remove(KEY),
};

function schemeOf(stored: string | null): Scheme | undefined {
  if (stored === 'true') return 'dark';
  return stored === 'false' ? 'light' : undefined;
}
