import type { PlanWizardContent } from '@key2xs/contract';
import { objectsOf, planOfChoices } from '@key2xs/domain';
import { derivedId } from '#platform/derived-id';
import type { ProfileContent, RuleContent } from '#platform/schema/schema';
import { type PlanContent, ruleTypeOf } from '../../plans/service';

type Target = { wizardId: string; keyplanId: string };

/** The rules and profiles that a wizard's choices come to. The same choice has the same id each time it is written. */
export function contentOfChoices(choices: PlanWizardContent, { wizardId, keyplanId }: Target): PlanContent {
  const idOf = (key: string) => derivedId(`${wizardId} ${key}`);
  const plan = planOfChoices(choices);
  const profiles = plan.profiles.map(({ key, name, columns }): ProfileContent => {
    const ids = (type: string) =>
      columns.filter(({ object_type }) => object_type === type).map(({ object_identifier: id }) => id.toLowerCase());
    return {
      id: idOf(key),
      name,
      description: null,
      cylinder_ids: ids('cylinder').sort(),
      cylinder_group_ids: ids('cylinder_group').sort(),
    };
  });
  const rules = plan.rules.map((rule): RuleContent => {
    const subjects = rule.subjects.map(({ subject_type, subject_identifier }) => ({
      subject_type,
      subject_identifier,
    }));
    return {
      id: idOf(rule.key),
      keyplan_id: keyplanId,
      name: rule.name,
      description: null,
      type: ruleTypeOf(subjects),
      is_active: true,
      subject_match: rule.subject_match,
      subjects,
      objects: objectsOf(rule, idOf),
      time_restrictions: rule.time?.time_restrictions ?? [],
    };
  });
  return { rules: byId(rules), profiles: byId(profiles) };
}

const byId = <T extends { id: string }>(records: readonly T[]) => new Map(records.map((one) => [one.id, one]));
