import { on, type Subscriber } from '#platform/events/subscriber';
import { taskEnded } from '../tasks/events';
import { requestWrites } from './write-jobs';

/** After a read of a key system: what was entered by hand may be there, and what waits for another job may be next. */
export const programmingSubscriber: Subscriber = {
  name: 'programming',
  handlers: [
    on(taskEnded, async (tx, { payload: { kind, subject_id, error } }) => {
      if (kind !== 'inventory' || error) return;
      const waits = await tx
        .selectFrom('programming_order')
        .select('id')
        .where('connection_id', '=', subject_id)
        .where((q) =>
          q.or([
            q('state', 'in', ['waiting', 'to_enter', 'entered']),
            q('is_to_assign', '=', true),
            q('is_to_cancel', '=', true),
          ]),
        )
        .limit(1)
        .execute();
      if (waits.length > 0) await requestWrites(tx, [subject_id]);
    }),
  ],
};
