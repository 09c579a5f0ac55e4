import type { WebhookEventKind, webhookEvents } from '@key2xs/contract';
import type { z } from 'zod';
import type { Tx } from '#platform/deps';
import type { Delivered, EventKind } from '#platform/events/event-kind';
import { type Handler, on } from '#platform/events/subscriber';
import { administratorSuspended, administratorViewed } from '../administrators/events';
import { apiTokenEnding } from '../api-tokens/events';
import { changeSetStopped } from '../change-sets/events';
import { certificateEnding } from '../key-systems/events';
import { planActivated } from '../plans/content/events';
import { credentialEnding } from '../source-credentials/events';
import { sourceFailing, sourceRecovered } from '../source-health/events';
import { taskEnded } from '../tasks/events';

type Data<Kind extends WebhookEventKind> = z.infer<(typeof webhookEvents)[Kind]['data']>;

/** What receivers are sent of an event: ids and facts, never names, and the path of the screen. */
export type Message = {
  [Kind in WebhookEventKind]: { kind: Kind; data: Data<Kind>; path: string };
}[WebhookEventKind];

type Save = (tx: Tx, message: Message, event: Pick<Delivered<unknown>, 'at'>) => Promise<void>;

const message =
  <Payload extends object>(event: EventKind<string, Payload>, messageOf: (payload: Payload) => Message) =>
  (save: Save): Handler =>
    on(event, (tx, { at, payload }) => save(tx, messageOf(payload), { at }));

const handlers = [
  message(taskEnded, ({ task_id, kind, subject_id: connection_id, dry_run: is_preview, error }) => ({
    kind: error === null ? 'sync.succeeded' : 'sync.failed',
    data: { task_id, kind, connection_id, is_preview },
    path: `/tasks/${task_id}`,
  })),
  message(changeSetStopped, ({ change_set_id, connection_id, is_preview }) => ({
    kind: 'change_set.stopped',
    data: { change_set_id, connection_id, is_preview },
    path: `/change-sets/${change_set_id}`,
  })),
  message(planActivated, ({ key_plan_id, version }) => ({
    kind: 'key_plan.activated',
    data: { key_plan_id, version },
    path: `/keys/key-plans/${key_plan_id}`,
  })),
  message(administratorSuspended, ({ admin_id }) => ({
    kind: 'administrator.suspended',
    data: { administrator_id: admin_id },
    path: `/admin/sub-admins?open=${admin_id}`,
  })),
  message(administratorViewed, ({ admin_id }) => ({
    kind: 'administrator.viewed',
    data: { administrator_id: admin_id },
    path: `/admin/sub-admins?open=${admin_id}`,
  })),
  message(apiTokenEnding, ({ token_id, owner_id, days_left }) => ({
    kind: 'api_token.ending',
    data: { token_id, owner_id, days_left },
    path: '/developers',
  })),
  message(sourceFailing, ({ connection_id, task_id }) => ({
    kind: 'source.failing',
    data: { connection_id, task_id },
    path: `/tasks/${task_id}`,
  })),
  message(sourceRecovered, ({ connection_id, task_id }) => ({
    kind: 'source.recovered',
    data: { connection_id, task_id },
    path: `/tasks/${task_id}`,
  })),
  message(credentialEnding, ({ connection_id, kind, days_left, has_successor }) => ({
    kind: 'source_credential.ending',
    data: { connection_id, kind, days_left, has_successor },
    path: `/iam-manager?source=${connection_id}&tab=credentials`,
  })),
  message(certificateEnding, ({ connection_id, days_left, has_successor }) => ({
    kind: 'client_certificate.ending',
    data: { connection_id, days_left, has_successor },
    path: `/key-systems?connection=${connection_id}&tab=certificates`,
  })),
];

/** Handlers of all events that receivers may choose. */
export const messageHandlers = (save: Save): Handler[] => handlers.map((handler) => handler(save));
