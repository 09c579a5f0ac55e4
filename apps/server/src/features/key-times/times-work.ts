import { say } from '@key2xs/texts';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import { asProduct } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { describeHours, type HandSource, type WorkByHand } from '../work-list/service';
import { readPolicy } from './policy';
import { zonesOfSystems } from './zones';

type Row = Pick<
  Selectable<Schema['key_times_order']>,
  'id' | 'validity' | 'valid_from' | 'valid_until' | 'revalidation_minutes' | 'schedule' | 'reason' | 'ordered_by'
> & { key_id: string; marking: string; serial: string; since: Date };

/** Times of keys that were ordered, where the key system does not take them from us. */
export const timesWork: HandSource = {
  kind: 'key_times',
  async list(tx, connectionId) {
    const { rows } = await sql<Row>`
      select wanted.id, wanted.validity, wanted.valid_from, wanted.valid_until, wanted.revalidation_minutes, wanted.schedule,
        wanted.reason, wanted.ordered_by, wanted.ordered_at as since, key.id as key_id, key.marking, key.serial
      from key_times_order as wanted join ${keysOf(asProduct(tx))} on key.id = wanted.key_id
      where wanted.state = 'to_enter' and key.connection_id = ${connectionId}::uuid and key.deleted_at is null
      order by wanted.ordered_at, key.marking, wanted.id`.execute(tx);
    const product = asProduct(tx);
    const zones = await zonesOfSystems(product);
    const zone = zones.get(connectionId) ?? (await readPolicy(tx)).time_zone;
    return rows.map((row) => workOf(row, zone));
  },
  async listDone(tx, entries) {
    const rows = await tx
      .selectFrom('key_times_order')
      .select('id')
      .where('id', '=', (q) => q.fn.any(q.val(entries.map(({ id }) => id))))
      .where('state', '=', 'written')
      .execute();
    return new Set(rows.map(({ id }) => id));
  },
};

function workOf(row: Row, zone: string): WorkByHand {
  const { id, key_id, marking, serial, since, ordered_by: name, reason, ...times } = row;
  const [from, until] = [instant(times.valid_from), instant(times.valid_until)];
  const minutes = times.revalidation_minutes;
  return {
    ...{ id, since },
    subject_id: key_id,
    person_id: null,
    label: marking,
    reference: serial,
    what: say('work.keyTimes', {
      key: marking,
      changes: [
        times.validity === 'between'
          ? say('work.validBetween', { from: at(times.valid_from, zone), until: at(times.valid_until, zone), zone })
          : say(`work.valid.${times.validity}`),
        minutes === null ? say('work.noUpdates') : say('work.updatesEvery', { minutes }),
        say('work.openAt', { hours: describeHours(times.schedule) }),
      ],
    }),
    why: say('because.ordered', { name, reason }),
    entered: {
      key: marking,
      serial,
      validity: times.validity,
      valid_from: from,
      valid_until: until,
      revalidation_minutes: minutes === null ? null : String(minutes),
      schedule: times.schedule.map(({ days, from, to }) => `${days.join(' ')} ${from}-${to}`).join('; '),
    },
  };
}

/** By the clock of the place, as it is read there. */
const at = (moment: Date | null, timeZone: string): string =>
  moment === null
    ? ''
    : new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(moment);

const instant = (moment: Date | null): string | null => moment?.toISOString() ?? null;
