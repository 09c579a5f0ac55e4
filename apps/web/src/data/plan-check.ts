import { accessRules, keyPlans, type PlanFinding, type PlanRepair } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { deleteFailure } from '#lib/calls/blocking-records';
import { call } from '#lib/calls/call';
import { useKeyPlansChanged } from './key-plans';

/** What is most likely not meant in a plan; read again after every change to it. */
export const planCheckQuery = (planId: string) =>
  queryOptions({
    queryKey: ['key-plans', 'check', planId],
    queryFn: ({ signal }) => call(keyPlans.check, { params: { keyplan_id: planId } }, { signal }),
  });

/** An edit that is complete: one of a rule that is there. */
export type RuleRepair = Exclude<PlanRepair, { action: 'create_rule' }>;

type Repair = { planId: string; finding: PlanFinding; repair: RuleRepair };

/** Changes or deletes the rule; changes nothing if somebody else changed it after the check. */
export function useRepairPlan() {
  const onSettled = useKeyPlansChanged();
  return useMutation({
    mutationFn: async ({ planId, finding, repair }: Repair) => {
      const params = { keyplan_id: planId, rule_id: repair.rule_id };
      if (repair.action === 'update_rule') {
        const rule = [finding.rule, finding.other_rule].find((one) => one?.id === repair.rule_id);
        await call(accessRules.update, { params, body: repair.change }, { ifMatch: rule?.version });
        return;
      }
      const failure = deleteFailure(await call(accessRules.remove, { params }));
      if (failure) throw failure;
    },
    onSettled,
  });
}
