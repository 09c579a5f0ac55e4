import { on, type Subscriber } from '#platform/events/subscriber';
import { taskEnded } from '../tasks/events';
import { requestWorkByHand } from './work-by-hand';

/** After a read of a key system: what was entered by hand may be there. */
export const workListSubscriber: Subscriber = {
  name: 'work-list',
  handlers: [
    on(taskEnded, async (tx, { payload: { kind, subject_id } }) => {
      if (kind !== 'directory') await requestWorkByHand(tx, [subject_id]);
    }),
  ],
};
