import { keyPlans, type PlanRepair } from '@key2xs/contract';
import { endpointQuery } from '../calls/endpoint-calls';

/** Probable mistakes in a plan; refetched after every change to it. */
export const planCheckQuery = (planId: string) =>
  endpointQuery(keyPlans.check, ['check', planId], { params: { keyplan_id: planId } });

/** A complete edit of an existing rule. */
export type RuleRepair = Exclude<PlanRepair, { action: 'create_rule' }>;
