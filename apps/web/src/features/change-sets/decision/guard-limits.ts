import type { Guard } from '@key2xs/contract';

/** Only the limit of people who leave or lose doors can be raised; any other guard would still stop the change set. */
export const canRaiseLimit = (guards: readonly Guard[]): boolean =>
  guards.length > 0 && guards.every(({ reason }) => reason === 'too_many_removals' || reason === 'too_many_lose_doors');

/** The current limit and the smallest whole one that lets the change set pass, in percent. */
export function limitsOf(guards: readonly Guard[]): { limit: number; needed: number } {
  return {
    limit: Math.max(0, ...guards.map(({ limit_percent }) => limit_percent)),
    needed: Math.min(100, Math.max(1, ...guards.map(({ percent }) => Math.ceil(percent)))),
  };
}
