import type { Deps } from '#platform/deps';
import type { Delivery } from '#platform/events/deliver-events';
import { administratorSuspended, administratorViewed } from './features/administrators/events';
import { apiTokenEnding } from './features/api-tokens/events';
import { newDevice, passwordForgotten } from './features/auth/events';
import { changeSetStopped } from './features/change-sets/events';
import { certificateEnding } from './features/key-systems/events';
import { mailSubscriber } from './features/notifications/mail-subscriber';
import { planActivated } from './features/plans/content/events';
import { credentialsChanged } from './features/second-factors/events';
import { credentialEnding } from './features/source-credentials/events';
import { sourceFailing, sourceRecovered } from './features/source-health/events';
import { sourceHealthSubscriber } from './features/source-health/watch-runs';
import { taskEnded } from './features/tasks/events';
import { webhookDisabled } from './features/webhooks/events';
import { webhookSubscriber } from './features/webhooks/webhook-subscriber';

/** All events of the product, and who acts on them. Without a mail server there are no mails to store. */
export const productEvents = ({ mailer }: Pick<Deps, 'mailer'>): Delivery => ({
  events: [
    administratorSuspended,
    administratorViewed,
    changeSetStopped,
    taskEnded,
    sourceFailing,
    sourceRecovered,
    credentialEnding,
    certificateEnding,
    planActivated,
    webhookDisabled,
    newDevice,
    credentialsChanged,
    passwordForgotten,
    apiTokenEnding,
  ],
  subscribers: [sourceHealthSubscriber, webhookSubscriber, ...(mailer ? [mailSubscriber] : [])],
});
