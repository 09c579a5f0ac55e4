import type { PlanChoice } from '@key2xs/contract';

/** What can be drawn upwards. */
export const heights = ['additions', 'people'] as const;
export type Height = (typeof heights)[number];

export const heightOf = ({ additions, transition }: PlanChoice, height: Height): number =>
  height === 'additions' ? additions : transition.people;
