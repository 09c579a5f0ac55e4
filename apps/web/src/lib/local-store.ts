import { logFailure } from './log';

/** Web storage that never throws: nothing vital is lost when the store is full or forbidden. */
const storeIn = (name: 'localStorage' | 'sessionStorage') => {
  const attempt = <T>(what: string, otherwise: T, act: (storage: Storage) => T): T => {
    try {
      return act(window[name]);
    } catch (cause) {
      logFailure(`Could not ${what} in ${name}.`, cause);
      return otherwise;
    }
  };
  return {
    read: (key: string) => attempt(`read ${key}`, null, (storage) => storage.getItem(key)),
    write: (key: string, value: string) => attempt(`save ${key}`, undefined, (storage) => storage.setItem(key, value)),
    remove: (key: string) => attempt(`remove ${key}`, undefined, (storage) => storage.removeItem(key)),
  };
};

/** Shared by all tabs, until removed. */
export const localStore = storeIn('localStorage');

/** For this tab, while it is open. */
export const tabStore = storeIn('sessionStorage');

export type LocalStore = typeof localStore;
