import type { Side } from '@key2xs/contract';
import type { AccessEffect, AccessIndex } from '@key2xs/domain';
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
  effect: AccessEffect;
  revision: string;
};
