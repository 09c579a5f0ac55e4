import { isSameTimes } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { on, type Subscriber } from '#platform/events/subscriber';
import { asProduct } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { taskEnded } from '../tasks/events';
import { requestWorkByHand } from '../work-list/service';
import { recordedOf, wantedOf } from './present';

/** After a read: what an operator has entered by hand is no longer waited for. */
export const keyTimesSubscriber: Subscriber = {
  name: 'key-times',
  handlers: [
    on(taskEnded, async (tx, { at, payload: { kind, subject_id } }) => {
      if (kind !== 'directory') await endEntered(tx, subject_id, at);
    }),
  ],
};

type Open = { id: string } & Parameters<typeof recordedOf>[0] & Parameters<typeof wantedOf>[0];

async function endEntered(tx: Tx, connectionId: string, at: Date): Promise<void> {
  const { rows } = await sql<Open>`
    select wanted.id, key.validity as recorded_validity, key.valid_from as recorded_from, key.valid_until as recorded_until,
      key.revalidation_minutes as recorded_minutes, key.schedule as recorded_schedule, wanted.validity as wanted_validity,
      wanted.valid_from as wanted_from, wanted.valid_until as wanted_until, wanted.revalidation_minutes as wanted_minutes,
      wanted.schedule as wanted_schedule
    from key_times_order as wanted join ${keysOf(asProduct(tx))} on key.id = wanted.key_id
    where wanted.state in ('to_enter', 'failed') and key.connection_id = ${connectionId}`.execute(tx);
  const entered = rows.filter((row) => isSameTimes(recordedOf(row), wantedOf(row))).map(({ id }) => id);
  await sql`
    update key_times_order set state = 'written', problem = null, ended_at = ${at}
    where id = any(${entered}::uuid[])`.execute(tx);
  await requestWorkByHand(tx, [connectionId]);
}
