import { logFailure } from './log';

/** Reading and writing what this browser keeps. Failure is silent for the person: a full or forbidden store loses nothing vital. */
export const localStore = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch (cause) {
      logFailure(`Could not read ${key} from local storage.`, cause);
      return null;
    }
  },
  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch (cause) {
      logFailure(`Could not save ${key} to local storage.`, cause);
    }
  },
  remove(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch (cause) {
      logFailure(`Could not remove ${key} from local storage.`, cause);
    }
  },
};

export type LocalStore = typeof localStore;
