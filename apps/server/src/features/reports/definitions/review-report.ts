import type { RemovalState, ReviewDecision } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { reviewedRightsOf } from '../../access-reviews/relation';
import { isInPeriod, isOfPerson, momentOrder, type ReportDefinition } from '../report';
import { moment, state, text } from './columns';

export const reviewReport: ReportDefinition = {
  id: 'review_decisions',
  group: 'access',
  resource: 'access_reviews',
  parameters: [{ kind: 'period', usual: 365 }, { kind: 'person' }],
  columns: [
    text('review'),
    moment('review_began'),
    text('holder'),
    text('department'),
    text('place'),
    text('doors'),
    state('review_decision', (value) => say(`report.reviewDecision.${value as ReviewDecision | 'none'}`)),
    moment('decided'),
    text('decided_by'),
    text('deputy_for'),
    text('reason'),
    state('removal', (value) => say(`report.removal.${value as RemovalState}`)),
  ],
  rows: ({ reader, chosen }) => sql`
    select id::text, ${momentOrder(sql`started_at`)} as sort, review, started_at as review_began, holder, department,
      place_name as place, door_names as doors, coalesce(decision, 'none') as review_decision, decided_at as decided, decided_by,
      deputy_for, reason, removal
    from ${reviewedRightsOf(reader)}
    where ${isInPeriod(sql`started_at`, chosen)} and ${isOfPerson(sql`person_id`, chosen)}`,
  direction: 'desc',
};
