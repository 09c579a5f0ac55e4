import type { Guard } from '@key2xs/contract';

/** Guards whose limit belongs to the connection. Any other guard would still stop the change set. */
const limited: readonly Guard['reason'][] = ['too_many_removals', 'too_many_moves'];

export const canRaiseLimit = (guards: readonly Guard[]): boolean =>
  guards.length > 0 && guards.every(({ reason }) => limited.includes(reason));

/** The current limit, and the smallest whole percentage that lets the change set pass. */
export function limitsOf(guards: readonly Guard[]): { limit: number; needed: number } {
  return {
    limit: Math.max(0, ...guards.map(({ limit_percent }) => limit_percent)),
    needed: Math.min(100, Math.max(1, ...guards.map(({ percent }) => Math.ceil(percent)))),
  };
}
