import type { FormatChoice } from '@key2xs/texts';
import { localStore } from './local-store';

const KEY = 'formats';

let chosen: FormatChoice = stored();

/** How the signed-in administrator wants dates, numbers and times; kept in this browser for the next start. */
export const formatChoice = (): FormatChoice => chosen;

/** @returns whether that is something new */
export function chooseFormats(choice: FormatChoice): boolean {
  const [before, after] = [JSON.stringify(chosen), JSON.stringify(choice)];
  if (before === after) return false;
  chosen = choice;
  localStore.write(KEY, after);
  return true;
}

/** The time zone of the times on screens: the chosen one, or that of the device. */
export const readerZone = (): string => chosen.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

function stored(): FormatChoice {
  try {
    const value: unknown = JSON.parse(localStore.read(KEY) ?? '{}');
    return isChoice(value) ? value : {};
  } catch {
    return {};
  }
}

/** What this file wrote itself, unless a zone has become unknown to the browser. */
function isChoice(value: unknown): value is FormatChoice {
  if (typeof value !== 'object' || value === null) return false;
  const { timeZone }: FormatChoice = value;
  new Intl.DateTimeFormat('en', { timeZone: timeZone ?? undefined });
  return true;
}
