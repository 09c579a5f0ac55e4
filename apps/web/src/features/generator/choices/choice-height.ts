import type { PlanChoice } from '@key2xs/contract';

/** What can be drawn upwards. */
export const heights = ['single', 'additions', 'people'] as const;
export type Height = (typeof heights)[number];

export function heightOf({ single, additions, transition }: PlanChoice, height: Height): number {
  if (height === 'single') return single;
  return height === 'additions' ? additions : transition.people;
}
