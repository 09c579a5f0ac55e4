import { tabStore } from '../local-store';

const key = 'requested-url';

/** The URL opened in this tab while signed out. Signing in goes there, once. */
export const requestedUrl = {
  save: (href: string): void => tabStore.write(key, href),
  take(): string | undefined {
    const href = tabStore.read(key) ?? undefined;
    tabStore.remove(key);
    return href;
  },
};
