import { keyPlans, type PlanRepair } from '@key2xs/contract';
import { endpointQuery } from './endpoint-calls';

/** What is most likely not meant in a plan; read again after every change to it. */
export const planCheckQuery = (planId: string) =>
  endpointQuery(keyPlans.check, ['check', planId], { params: { keyplan_id: planId } });

/** An edit that is complete: one of a rule that is there. */
export type RuleRepair = Exclude<PlanRepair, { action: 'create_rule' }>;
