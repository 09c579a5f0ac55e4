import type { Key } from '@key2xs/contract';

let chosen: readonly Key[] = [];

/** Keys chosen in the list, for the desk that opens next. */
export function keepChosen(keys: readonly Key[]): void {
  chosen = keys;
}

/** Once. */
export function takeChosen(): readonly Key[] {
  const taken = chosen;
  chosen = [];
  return taken;
}
