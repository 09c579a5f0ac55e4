import { tabStore } from './local-store';

const key = 'asked-for';

/** The address somebody opened in this tab while signed out. Signing in goes there, once. */
export const askedFor = {
  keep: (href: string): void => tabStore.write(key, href),
  take(): string | undefined {
    const href = tabStore.read(key) ?? undefined;
    tabStore.remove(key);
    return href;
  },
};
