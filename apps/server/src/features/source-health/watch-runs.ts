import { emit } from '#platform/events/event-kind';
import { on, type Subscriber } from '#platform/events/subscriber';
import { taskEnded } from '../tasks/events';
import { sourceFailing, sourceRecovered } from './events';

/** Emits when a source begins to fail and when it works again; previews change nothing about that. */
export const sourceHealthSubscriber: Subscriber = {
  name: 'source-health',
  handlers: [
    on(taskEnded, async (tx, { payload: { kind, dry_run, was_failing, subject_id, title, task_id, error } }) => {
      if (kind !== 'directory' || dry_run || was_failing === (error !== null)) return;
      const source = { connection_id: subject_id, connection_name: title, task_id };
      await (error ? emit(tx, sourceFailing, { ...source, reason: error }) : emit(tx, sourceRecovered, source));
    }),
  ],
};
