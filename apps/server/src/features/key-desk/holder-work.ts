import { say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { asProduct } from '#platform/visible-to';
import { keysOf, standingsOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import type { Entered, HandSource, WorkByHand } from '../work-list/service';

type Row = {
  id: string;
  marking: string;
  name: string;
  serial: string;
  state: string;
  person_id: string | null;
  holder: string | null;
  holder_number: string | null;
  since: Date;
};

/** Lost and broken here and not there, or there and not here any more. */
const isOtherFault = sql<boolean>`(case when standing.kept_state in ('lost', 'broken')
  then lower(standing.recorded_state) <> standing.kept_state
  else standing.kept_state in ('in_stock', 'handed_out') and lower(standing.recorded_state) in ('lost', 'broken') end)`;

const holderName: RawBuilder<string | null> = sql`coalesce(holder.display_name, standing.holder_identity)`;

/** Who has which key, where the key system does not take it from us. */
export const holderWork: HandSource = {
  kind: 'key_holder',
  async list(tx, connectionId) {
    const product = asProduct(tx);
    const { rows } = await sql<Row>`
      select standing.key_id as id, standing.marking, standing.name, key.serial, standing.state, standing.person_id,
        ${holderName} as holder, coalesce(holder.employee_id, holder.external_id) as holder_number, standing.changed_at as since
      from ${standingsOf(product)} join ${keysOf(product)} on key.id = standing.key_id
      join key_system_connection as system on system.id = standing.connection_id
      left join ${peopleOf(product, 'holder')} on holder.id = standing.person_id
      where standing.connection_id = ${connectionId}::uuid and standing.deleted_at is null and standing.is_kept_here
        and not (system.is_active and 'write_key_holders' = any(system.capabilities))
        and ((not standing.is_same and standing.recorded_at is null) or ${isOtherFault})
      order by standing.changed_at, standing.marking, standing.key_id`.execute(tx);
    return rows.map(workOf);
  },
  async listDone(tx, entries) {
    const { rows } = await sql<{ id: string; state: string; holder: string | null }>`
      select standing.key_id as id, standing.state, ${holderName} as holder
      from ${standingsOf(asProduct(tx))} left join ${peopleOf(asProduct(tx), 'holder')} on holder.id = standing.person_id
      where standing.key_id = any(${entries.map(({ id }) => id)}::uuid[]) and standing.deleted_at is null`.execute(tx);
    const now = new Map(rows.map((row) => [row.id, row]));
    const isAsEntered = ({ id, entered }: { id: string; entered: Entered }) =>
      now.get(id)?.state === entered.custody && now.get(id)?.holder === entered.holder;
    return new Set(entries.filter(isAsEntered).map(({ id }) => id));
  },
};

function workOf({ id, marking, name, serial, state, person_id, holder, holder_number, since }: Row): WorkByHand {
  const entered = { key: marking, serial, holder, holder_number, custody: state };
  return {
    ...{ id, person_id, since, entered },
    subject_id: id,
    label: marking,
    reference: serial || name,
    what: whatIn(marking, state, holder),
    why: say('because.atTheDesk'),
  };
}

function whatIn(key: string, state: string, person: string | null) {
  if (state === 'lost') return say('work.keyLost', { key });
  if (state === 'broken') return say('work.keyBroken', { key });
  return person === null ? say('work.keyReturned', { key }) : say('work.keyToHolder', { key, person });
}
