import { randomInt } from 'node:crypto';
import { testEventKind } from '@key2xs/contract';
import { recordEvent } from '#platform/audit/audit';
import { isPutBack } from '#platform/audit/audit-chain';
import type { Caller, Deps, Tx } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { serveEach } from '#platform/jobs/serve-each';
import { callReceiver, type Outcome, type Receiving } from './call-receiver';
import {
  claimDue,
  type DeliveryRow,
  type DueDelivery,
  dropEarlier,
  dropWaiting,
  isAnyDue,
  noteAttempt,
} from './delivery-queries';
import { webhookDisabled } from './events';
import { pauseAfter } from './retry-pauses';
import { holdWebhook, noteHealth, updateWebhook } from './webhook-queries';

export type Sending = Receiving & Pick<Deps, 'db' | 'log' | 'signEvent'>;

/**
 * Sends the events that are due, one at a time to each receiver and to all receivers at once, so that a slow one delays no other.
 * One whose process died before noting the answer is sent again under the same id. After an earlier state of the database was put
 * back, events are held until that is accepted; then those of before are dropped.
 */
export async function sendWebhooks(deps: Sending & Pick<Deps, 'auditNote'>, stopping: AbortSignal): Promise<void> {
  if (!(await isAnyDue(deps.db)) || (await isPutBack(deps))) return;
  await dropEarlier(deps.db);
  const claim = (busy: readonly string[]) => claimDue(deps.db, busy);
  await serveEach(
    claim,
    ({ webhook_id }) => webhook_id,
    (due) => sendDue(deps, due, stopping),
    stopping,
  );
}

/** Sends one that the caller has claimed, and notes how it went. @returns undefined when its webhook was deleted meanwhile */
export async function sendDue(
  deps: Sending,
  due: DueDelivery,
  stopping: AbortSignal,
): Promise<DeliveryRow | undefined> {
  const { retryAfterMs, ...attempt } = await callReceiver(deps, due, stopping);
  if (attempt.error) deps.log.warn({ webhook: due.webhook_id, event: due.id, ...attempt }, 'webhook not delivered');
  return deps.db.transaction().execute(async (tx) => {
    const webhook = await holdWebhook(tx, due.webhook_id);
    if (!webhook) return undefined;
    const noted = await noteAttempt(tx, due, { attempt, ...endOf(due, { ...attempt, retryAfterMs }) });
    if (due.kind === testEventKind) return noted;
    const isOver = await noteHealth(tx, due.webhook_id, attempt);
    const because = attempt.error === 'gone' ? 'gone' : isOver ? 'failing' : undefined;
    if (because && webhook.is_enabled) await disable(tx, deps, webhook, because);
    return noted;
  });
}

function endOf({ kind, tries }: DueDelivery, { error, retryAfterMs }: Outcome) {
  if (error === null) return { state: 'delivered' } as const;
  const random = randomInt(1_000) / 1_000;
  const pauseMs = kind === testEventKind || error === 'gone' ? undefined : pauseAfter(tries, random, retryAfterMs);
  return pauseMs === undefined ? ({ state: 'failed' } as const) : ({ state: 'waiting', pauseMs } as const);
}

async function disable(
  tx: Tx,
  { signEvent }: Pick<Deps, 'signEvent'>,
  { id, url }: { id: string; url: string },
  because: 'failing' | 'gone',
): Promise<void> {
  const caller: Caller = { actor: undefined, name: 'webhooks', request_id: null, sign: signEvent };
  const { host } = new URL(url);
  await updateWebhook(tx, id, { is_enabled: false, disabled_because: because });
  await dropWaiting(tx, id);
  await emit(tx, webhookDisabled, { webhook_id: id, host, because });
  await recordEvent(tx, caller, 'webhook.disabled', { id, details: { host, because } });
}
