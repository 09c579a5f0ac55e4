import type { KeyRequestDetail, KeyRequestStep } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { readRow } from '#platform/list/read-some';
import { asProduct, type Reader, sees } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { findRule } from '../plans/service';
import { listFiles, mayWithFiles } from './files/read-files';
import { presentRequest, requestSource } from './request-source';
import { assessRisk } from './risk';

const maxEntries = 200;

/**
 * A request with its steps, what happened, and for who decides the risk. Call it after the transaction of a change: it asks what
 * people may open.
 * @throws AppError not_found
 */
export async function readRequest(
  deps: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  id: string,
): Promise<KeyRequestDetail> {
  const row = await readRow(reader, requestSource(reader), id);
  if (!row) throw notFound('key_request');
  const request = presentRequest(row);
  const approval = await listSteps(reader, id);
  return {
    ...request,
    approval,
    files: await listFiles(reader.db, id),
    ...mayWithFiles({ ...request, approval }),
    entries: await listEntries(reader, id),
    grant: await findGrant(reader, id),
    risk: sees(reader.viewer, 'key_desk') ? await assessRisk(deps, { reader, now: deps.clock() }, request) : null,
  };
}

/** Requesters see who decides, also where that is someone outside their scope. */
export async function listSteps({ db }: Reader, id: string): Promise<KeyRequestStep[]> {
  const rows = await db
    .selectFrom('key_request_step as step')
    .leftJoin(peopleOf(asProduct(db)), 'person.id', 'step.person_id')
    .select(['step.position', 'step.kind', 'person.id as person_id', 'person.display_name', 'step.stands_in'])
    .select(['step.due_at', 'step.escalated_at', 'step.decision', 'step.decided_by', 'step.decided_at', 'step.reason'])
    .where('step.request_id', '=', id)
    .orderBy('step.position')
    .execute();
  return rows.map(({ person_id, display_name, due_at, escalated_at, decided_at, ...step }) => ({
    ...step,
    person: person_id === null || display_name === null ? null : { id: person_id, name: display_name },
    due_at: due_at?.toISOString() ?? null,
    escalated_at: escalated_at?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
  }));
}

async function listEntries({ db }: Reader, id: string): Promise<KeyRequestDetail['entries']> {
  const rows = await db
    .selectFrom('key_request_entry')
    .select(['id', 'at', 'happening', 'actor_name', 'note'])
    .where('request_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute();
  return rows.map((entry) => ({ ...entry, at: entry.at.toISOString() }));
}

async function findGrant({ db }: Reader, id: string): Promise<KeyRequestDetail['grant']> {
  const { rule_id } = await db
    .selectFrom('key_request')
    .select('rule_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const found = rule_id === null ? undefined : await findRule(db, rule_id);
  if (!found) return null;
  const { keyplan_id, plan_name, is_in_force } = found;
  return { keyplan_id, plan_name, is_in_force };
}

type Counts = { open: number; to_decide: number; mine: number; escalated: number };

/** Of the requests that the reader may see. */
export async function countRequests(reader: Reader): Promise<Counts> {
  const source = requestSource(reader);
  const condition = (tab: 'mine' | 'to_decide') => {
    const { tab: make } = source.filters;
    return typeof make === 'function' ? make(tab, reader.viewer) : null;
  };
  const { rows } = await sql<Counts>`
    select (count(*) filter (where key_request.state not in ('rejected', 'cancelled', 'expired', 'closed')))::int as open,
      (count(*) filter (where ${condition('to_decide')}))::int as to_decide,
      (count(*) filter (where ${condition('mine')} and key_request.state not in ('rejected', 'cancelled', 'expired', 'closed')))::int as mine,
      (count(*) filter (where key_request.state = 'to_complete' and key_request.escalated_at is not null
        or key_request.state = 'in_approval' and exists (
        select from key_request_step as step where step.request_id = key_request.id and step.position = key_request.step
          and step.escalated_at is not null)))::int as escalated
    from key_request join ${peopleOf(reader)} on person.id = key_request.person_id
    where ${sees(reader.viewer, 'key_desk') ? sql`true` : condition('mine')}`.execute(reader.db);
  return rows[0] ?? { open: 0, to_decide: 0, mine: 0, escalated: 0 };
}
