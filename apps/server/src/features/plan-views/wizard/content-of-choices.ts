import { createHash } from 'node:crypto';
import type { PlanWizardContent } from '@key2xs/contract';
import { objectsOf, planOfChoices } from '@key2xs/domain';
import { canonicalJson } from '#platform/audit/audit';
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

/** Records that say the same are those that are written, so that they count as untouched. */
export function withoutEqual(written: PlanContent, wanted: PlanContent): PlanContent {
  const kept = <T extends { id: string }>(before: Map<string, T>, after: Map<string, T>) =>
    byId(
      [...after.values()].map((one) => {
        const old = before.get(one.id);
        return old && sayOf(old) === sayOf(one) ? old : one;
      }),
    );
  return { rules: kept(written.rules, wanted.rules), profiles: kept(written.profiles, wanted.profiles) };
}

/** What a record says, whatever the order of its parts. */
const sayOf = (record: object): string =>
  canonicalJson(
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((part) => canonicalJson(part)).sort() : value,
      ]),
    ),
  );

const byId = <T extends { id: string }>(records: readonly T[]) => new Map(records.map((one) => [one.id, one]));

/** A UUID (version 8) that follows from a text. */
function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
