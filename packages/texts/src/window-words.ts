import type { Language } from './areas';
import { windows as de } from './de/windows';
import { windows as en } from './en/windows';

/** Words for weekly windows, which sentences of several screens are made with. */
export const windowWords = { en, de } as const satisfies Record<Language, object>;
