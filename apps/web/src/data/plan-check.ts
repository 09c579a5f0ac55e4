import { type AccessRule, accessRules, keyPlans, type PlanFinding, type PlanRepair } from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { deleteFailure } from '#lib/calls/blocking-records';
import { call } from '#lib/calls/call';
import { endpointQuery } from './endpoint-calls';

/** What is most likely not meant in a plan; read again after every change to it. */
export const planCheckQuery = (planId: string) =>
  endpointQuery(keyPlans.check, ['check', planId], { params: { keyplan_id: planId } });

/** An edit that is complete: one of a rule that is there. */
export type RuleRepair = Exclude<PlanRepair, { action: 'create_rule' }>;

type Repair = { planId: string; finding: PlanFinding; repair: RuleRepair };

/** What makes a rule as it was before a repair: a change of the rule, or the rule that was deleted. */
export type RepairUndo = { rule: AccessRule; version: number | undefined };

/**
 * Changes or deletes the rule; changes nothing if somebody else changed it after the check.
 * @returns what undoes it
 */
export function useRepairPlan() {
  return useMutation({
    mutationFn: async ({ planId, finding, repair }: Repair): Promise<RepairUndo> => {
      const params = { keyplan_id: planId, rule_id: repair.rule_id };
      const rule = await call(accessRules.get, { params });
      if (repair.action === 'update_rule') {
        const found = [finding.rule, finding.other_rule].find((one) => one?.id === repair.rule_id);
        const { version } = await call(
          accessRules.update,
          { params, body: repair.change },
          { ifMatch: found?.version },
        );
        return { rule, version };
      }
      const failure = deleteFailure(await call(accessRules.remove, { params }));
      if (failure) throw failure;
      return { rule, version: undefined };
    },
  });
}

/** Takes a repair back; changes nothing if somebody else changed the rule since. A deleted rule comes back as another one. */
export function useUndoRepair() {
  return useMutation({
    mutationFn: async ({ planId, undo: { rule, version } }: { planId: string; undo: RepairUndo }) => {
      const params = { keyplan_id: planId };
      const { is_active, subjects, objects, time_restrictions } = rule;
      const parts = {
        is_active,
        subjects: subjects.map(({ subject_type, subject_identifier }) => ({ subject_type, subject_identifier })),
        objects: objects.map(({ object_type, object_identifier }) => ({ object_type, object_identifier })),
        time_restrictions: time_restrictions.map(({ id: _, ...hours }) => hours),
      };
      if (version !== undefined) {
        await call(accessRules.update, { params: { ...params, rule_id: rule.id }, body: parts }, { ifMatch: version });
        return;
      }
      const { name, description, subject_match } = rule;
      const body = { ...parts, name, subject_match, ...(description !== null && { description }) };
      await call(accessRules.create, { params, body });
    },
  });
}
