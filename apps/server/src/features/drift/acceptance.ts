import { type Acceptance, TimeRestriction } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { hoursIn } from './describe-drift';
import type { DriftRow } from './drift-query';

type Answer = { acceptance: Acceptance; whyNot: null } | { acceptance: null; whyNot: Sentence };

const by = (acceptance: Acceptance): Answer => ({ acceptance, whyNot: null });
const not = (code: Parameters<typeof whyNot>[0]): Answer => ({ acceptance: null, whyNot: whyNot(code) });
const whyNot = (
  code:
    | 'onlyGrants'
    | 'noRuleReaches'
    | 'ruleGone'
    | 'mergedHours'
    | 'personElsewhere'
    | 'unknownDoors'
    | 'namedOtherwise'
    | 'dates'
    | 'oddHours'
    | 'isOff',
): Sentence => say(`drift.whyNot.${code}`);

/** How a plan can be edited so that it says what is recorded, or why it cannot. */
export function acceptanceOf(row: DriftRow): Answer {
  switch (row.kind) {
    case 'member_removed':
    case 'person_deactivated':
      return not('onlyGrants');
    case 'person_activated':
      return not('noRuleReaches');
    default:
      if (row.rule_id === null) return not('ruleGone');
      return row.rule_id === row.profile_reference ? ofRule(row) : not('mergedHours');
  }
}

function ofRule(row: DriftRow): Answer {
  const { kind, doors } = row;
  switch (kind) {
    case 'member_added':
      if (!row.is_of_plan) return not('personElsewhere');
      return by(row.subject_match === 'all' ? 'own_rule' : 'into_rule');
    case 'profile_deleted':
      return row.is_rule_active ? by('switch_off') : not('isOff');
    case 'doors_added':
      return doors.every(({ id }) => id !== null) ? by('into_rule') : not('unknownDoors');
    case 'doors_removed':
      return doors.every(({ is_named }) => is_named) ? by('into_rule') : not('namedOtherwise');
    default:
      if (row.has_dates) return not('dates');
      return hoursToAccept(row) ? by('into_rule') : not('oddHours');
  }
}

/** The recorded hours as a rule says them; undefined where a rule cannot. */
export function hoursToAccept({ after }: Pick<DriftRow, 'after'>): TimeRestriction[] | undefined {
  const parsed = TimeRestriction.array().safeParse(hoursIn(after).map(({ days, from, to }) => ({ days, from, to })));
  return parsed.success ? parsed.data : undefined;
}
