import type { Deps } from '#platform/deps';
import type { Delivery } from '#platform/events/deliver-events';
import { reviewWaits } from './features/access-reviews/events';
import { administratorSuspended, administratorViewed, mailAddressChanged } from './features/administrators/events';
import { apiTokenEnding } from './features/api-tokens/events';
import { newDevice, passwordForgotten } from './features/auth/events';
import { changeSetStopped } from './features/change-sets/events';
import { contentsChanged } from './features/effective-access/events';
import { keyAccessSubscriber } from './features/key-access/recognise';
import { keyLost } from './features/key-cases/events';
import { caseSubscriber } from './features/key-cases/follow-custody';
import { returnCaseSubscriber } from './features/key-cases/return-cases';
import { custodyChanged } from './features/key-desk/events';
import { requestAnswered, requestWaits } from './features/key-requests/events';
import { requestLinkSubscriber } from './features/key-requests/mail-request-link.job';
import { requestSubscriber } from './features/key-requests/watch-requests';
import { certificateEnding } from './features/key-systems/events';
import { keyExtensionRequested, returnReminded } from './features/key-times/events';
import { keyTimesSubscriber } from './features/key-times/recognise';
import { mailSubscriber } from './features/notifications/mail-subscriber';
import { planActivated } from './features/plans/content/events';
import { programmingSubscriber } from './features/programming/watch-reads';
import { reportScheduleStopped, scheduledReportMade } from './features/reports/schedules/events';
import { credentialsChanged } from './features/second-factors/events';
import { credentialEnding } from './features/source-credentials/events';
import { sourceFailing, sourceRecovered } from './features/source-health/events';
import { sourceHealthSubscriber } from './features/source-health/watch-runs';
import { taskEnded } from './features/tasks/events';
import { webhookDisabled } from './features/webhooks/events';
import { webhookSubscriber } from './features/webhooks/webhook-subscriber';
import { workListSubscriber } from './features/work-list/watch-reads';

/** All events of the product, and who acts on them. Without a mail server there are no mails to store. */
export const productEvents = (deps: Deps): Delivery => ({
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
    mailAddressChanged,
    passwordForgotten,
    apiTokenEnding,
    custodyChanged,
    contentsChanged,
    keyLost,
    keyExtensionRequested,
    returnReminded,
    requestWaits,
    requestAnswered,
    reviewWaits,
    scheduledReportMade,
    reportScheduleStopped,
  ],
  subscribers: [
    sourceHealthSubscriber,
    programmingSubscriber,
    workListSubscriber,
    webhookSubscriber,
    keyTimesSubscriber,
    keyAccessSubscriber,
    caseSubscriber(deps),
    requestSubscriber(deps),
    requestLinkSubscriber(deps),
    returnCaseSubscriber(deps),
    ...(deps.mailer ? [mailSubscriber] : []),
  ],
});
