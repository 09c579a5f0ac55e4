import { sql } from 'kysely';
import { on, type Subscriber } from '#platform/events/subscriber';
import { asProduct } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { taskEnded } from '../tasks/events';
import { requestWorkByHand } from '../work-list/service';

/** After a read: what an operator has entered by hand is no longer waited for. */
export const keyAccessSubscriber: Subscriber = {
  name: 'key-access',
  handlers: [
    on(taskEnded, async (tx, { at, payload: { kind, subject_id } }) => {
      if (kind === 'directory') return;
      await sql`
        update key_access_order as wanted set state = 'written', problem = null, ended_at = ${at}
        from ${keysOf(asProduct(tx))}
        where key.id = wanted.key_id and key.connection_id = ${subject_id}::uuid and wanted.state in ('to_enter', 'failed')
          and key.own_cylinders @> wanted.cylinders and key.own_cylinders <@ wanted.cylinders
          and key.own_groups @> wanted.groups and key.own_groups <@ wanted.groups`.execute(tx);
      await requestWorkByHand(tx, [subject_id]);
    }),
  ],
};
