import type { KeyPlan } from '@key2xs/contract';
import type { z } from 'zod';
import type { Sides } from '#data/plans/plan-versions';
import type { keyPlanSearch } from '../../key-plan-search';
import type { ShownLayer } from '../crossing/crossing-tally';

/** What of a plan the matrix shows. */
export type Shown = {
  kind: 'draft' | 'in_force' | 'recorded' | 'compare';
  sides: Sides;
  layer: ShownLayer;
  /** Whether the draft is shown, so that it can be edited. */
  isEditable: boolean;
};

type Address = Pick<z.output<typeof keyPlanSearch>, 'show' | 'from' | 'to'>;

/** From the address: two sides compared, or one of the usual views. Nothing of a plan that is not active is in force. */
export function shownOf({ is_active }: Pick<KeyPlan, 'is_active'>, { show, from, to }: Address): Shown {
  if (from !== undefined || to !== undefined) {
    const sides: Sides = { from: from ?? 'in_force', to: to ?? 'draft' };
    return { kind: 'compare', sides, layer: 'to', isEditable: sides.to === 'draft' };
  }
  const inForce: Sides = { from: 'in_force', to: 'in_force' };
  if (show === 'recorded') return { kind: 'recorded', sides: inForce, layer: 'recorded', isEditable: false };
  if (show === 'in_force') return { kind: 'in_force', sides: inForce, layer: 'to', isEditable: false };
  return {
    kind: 'draft',
    sides: { from: is_active ? 'in_force' : 'draft', to: 'draft' },
    layer: 'to',
    isEditable: true,
  };
}
