import { type DriftItem, driftList } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { acceptanceOf } from './acceptance';
import { describeDrift } from './describe-drift';
import { type DriftRow, driftSorts, fromDrift, showDrift, withShownDoors } from './drift-query';

export const driftSource = (reader: Reader) =>
  listSource(driftList, () => fromDrift(reader))({
    resource: 'drift',
    show: (rows) => showDrift(reader, rows),
    id: 'drift.id',
    isCostly: true,
    filters: {
      connection_id: 'drift.connection_id',
      keyplan_id: 'rule.keyplan_id',
      kind: 'drift.kind',
      state: (state) => (state === 'all' ? null : sql`drift.state = ${state}`),
    },
    search: (pattern) => sql`lower(concat_ws(' ', person.display_name, drift.profile_name, rule.name)) like ${pattern}`,
    sorts: driftSorts,
    present: presentDrift,
    cells: {
      connection: ({ connection_name }) => connection_name,
      person: ({ person }) => person?.name ?? null,
      rule: ({ rule }) => rule?.name ?? null,
      key_plan: ({ key_plan }) => key_plan?.name ?? null,
      doors: (_, { doors }) => doors.map(({ name }) => name).join('; '),
    },
  });

/** A deleted profile may have had thousands. */
const maxDoors = 100;

function presentDrift(row: DriftRow, language: Language): DriftItem {
  const { acceptance, whyNot } = acceptanceOf(row);
  const { id, connection_id, connection_name, kind, rule_id, plan_id, takes_effect, person_reference } = row;
  return {
    id,
    connection_id,
    connection_name,
    kind,
    what: renderSentence(describeDrift(withShownDoors(row), row.person_name), language),
    profile: row.profile_reference === null ? null : row.profile_name,
    person: person_reference === null ? null : { id: person_reference, name: row.person_name ?? '' },
    rule: rule_id === null ? null : { id: rule_id, name: row.rule_name ?? '' },
    key_plan:
      plan_id === null || takes_effect === null ? null : { id: plan_id, name: row.plan_name ?? '', takes_effect },
    doors: row.doors.slice(0, maxDoors),
    door_count: row.doors.length,
    affects: { people: row.affected_people, doors: row.affected_doors },
    since: row.since.toISOString(),
    adopted_at: row.adopted_at?.toISOString() ?? null,
    state: row.state,
    accepted_at: row.decided_at?.toISOString() ?? null,
    accepted_by: row.decided_by,
    acceptance,
    why_not: whyNot && renderSentence(whyNot, language),
  };
}
