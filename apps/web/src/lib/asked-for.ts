import { tabStore } from './local-store';

const key = 'asked-for';

/** The address somebody asked for in this tab and could not see without signing in. Signing in leads there, once. */
export const askedFor = {
  keep: (href: string): void => tabStore.write(key, href),
  take(): string | undefined {
    const href = tabStore.read(key) ?? undefined;
    tabStore.remove(key);
    return href;
  },
};
