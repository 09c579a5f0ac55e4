import type { Delivery } from '#platform/events/deliver-events';
import { changeSetStopped } from './features/change-sets/events';
import { certificateEnding } from './features/key-systems/events';
import { credentialEnding } from './features/source-credentials/events';
import { sourceFailing, sourceRecovered } from './features/source-health/events';
import { sourceHealthSubscriber } from './features/source-health/watch-runs';
import { taskEnded } from './features/tasks/events';

/** All events of the product, and who acts on them. */
export const productEvents: Delivery = {
  events: [changeSetStopped, taskEnded, sourceFailing, sourceRecovered, credentialEnding, certificateEnding],
  subscribers: [sourceHealthSubscriber],
};
