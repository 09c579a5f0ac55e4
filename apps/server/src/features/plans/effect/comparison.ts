import type { Side } from '@key2xs/contract';
import type { AccessIndex, PlanDelta } from '@key2xs/domain';
import type { ContentChanges } from '../content/sides';
import type { KeyPlanRow } from '../settings/plan-queries';

export type Sides = { from: Side; to: Side };

/** What differs between two sides of a plan, with both as indexes under the same numbers. */
export type Comparison = {
  plan: KeyPlanRow;
  sides: Sides;
  changes: ContentChanges;
  before: AccessIndex;
  after: AccessIndex;
  effect: PlanDelta;
  revision: string;
};
