import {
  type CalledSourceAccess,
  DriverError,
  type SourceSubscriptions,
  SourceThrottled,
  SourceUnreadable,
} from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { noteSourceEvent } from '#features/source-events/service';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { SecretUnreadable } from '#platform/secrets/secrets';
import { openCalledSource } from '../iam/service';
import { pullSourceJob } from './job-name';
import { notificationBase } from './notification-address';
import { insertNudge } from './queries';
import { renewAt, requestedEnd, retryAt } from './renewal';
import {
  claimDue,
  type DueSubscription,
  forgetSubscription,
  loseSubscription,
  noteFailure,
  postpone,
  saveSubscription,
} from './subscription-queries';
import { openSecrets } from './webhook-key';

const batchSize = 20;
const callsMs = 60_000;
const hourMs = 3_600_000;
/** A first try may fail because the check of our address got lost. */
const reportedFailures = 3;

/** Creates, renews and removes the subscriptions that are due, at their sources. @returns how many */
export async function keepSubscriptions(deps: Deps): Promise<number> {
  const due = await claimDue(deps.db, batchSize);
  for (const row of due) {
    await lookAfter(deps, row).catch(async (error: unknown) => {
      const sentence = sentenceOf(error);
      if (!sentence) throw error;
      await noteTrouble(deps, row, error, sentence);
    });
  }
  return due.length;
}

type Attempt = { deps: Deps; row: DueSubscription; access: CalledSourceAccess; subscriptions: SourceSubscriptions };

async function lookAfter(deps: Deps, row: DueSubscription): Promise<void> {
  const later = new Date(deps.clock().getTime() + hourMs);
  const source = await openCalledSource(deps, row.connection_id, AbortSignal.timeout(callsMs));
  const subscriptions = source?.driver.subscriptions;
  if (!source || !subscriptions) return postpone(deps.db, row, later);
  const attempt: Attempt = { deps, row, access: source.access, subscriptions };
  if (!row.is_wanted || !row.is_active) return leave(attempt, later);
  if (row.remote_id === null) return create(attempt, later);
  return row.is_reauthorization_due ? reauthorize(attempt, row.remote_id) : renew(attempt, row.remote_id);
}

async function leave({ deps, row, access, subscriptions }: Attempt, later: Date): Promise<void> {
  if (row.remote_id !== null) {
    await subscriptions.remove(access, row.remote_id);
    const sentence = say('sourceEvent.webhookRemoved', { resource: nameOf(row) });
    await noteSourceEvent(deps.db, { connection_id: row.connection_id, kind: 'webhook.removed', sentence });
  }
  await forgetSubscription(deps.db, row, row.is_wanted, later);
}

/** A run finds what changed before the subscription existed. */
async function create({ deps, row, access, subscriptions }: Attempt, later: Date): Promise<void> {
  const base = notificationBase(deps.config, { provider: row.provider, configuration_data: access.configuration });
  if (base === undefined) return postpone(deps.db, row, later);
  const { key, client_state } = openSecrets(deps.secrets, row);
  const { id, expires_at } = await subscriptions.create(access, {
    resource: row.resource,
    notification_url: `${base}${key}`,
    client_state,
    expires_at: requestedEnd(deps.clock()),
  });
  await deps.db.transaction().execute(async (tx) => {
    await saveSubscription(tx, row, activeSubscription(deps, id, expires_at));
    await insertNudge(tx, row.connection_id);
    await deps.jobs.enqueue(tx, pullSourceJob, row.connection_id);
    const sentence = say('sourceEvent.webhookCreated', { resource: nameOf(row), day: dayOf(expires_at) });
    await noteSourceEvent(tx, { connection_id: row.connection_id, kind: 'webhook.created', sentence });
  });
}

async function renew({ deps, row, access, subscriptions }: Attempt, remoteId: string): Promise<void> {
  const renewed = await subscriptions.renew(access, remoteId, requestedEnd(deps.clock()));
  if (!renewed) return lose(deps, row);
  await deps.db.transaction().execute(async (tx) => {
    await saveSubscription(tx, row, activeSubscription(deps, renewed.id, renewed.expires_at));
    const sentence = say('sourceEvent.webhookRenewed', { resource: nameOf(row), day: dayOf(renewed.expires_at) });
    await noteSourceEvent(tx, { connection_id: row.connection_id, kind: 'webhook.renewed', sentence });
  });
}

async function reauthorize(attempt: Attempt, remoteId: string): Promise<void> {
  const { deps, row, access, subscriptions } = attempt;
  if (!(await subscriptions.reauthorize(access, remoteId))) return lose(deps, row);
  return renew(attempt, remoteId);
}

async function lose({ db }: Deps, row: DueSubscription): Promise<void> {
  await loseSubscription(db, row);
  const sentence = say('sourceEvent.webhookLost', { resource: nameOf(row) });
  await noteSourceEvent(db, { connection_id: row.connection_id, kind: 'webhook.failed', sentence });
}

const activeSubscription = (deps: Deps, remote_id: string, ends_at: Date) => ({
  remote_id,
  ends_at,
  due_at: renewAt(deps.clock(), ends_at, Math.random()),
});

/** Undefined for an unforeseen error. */
function sentenceOf(error: unknown): Sentence | undefined {
  if (error instanceof AppError) return error.detail;
  const isForeseen =
    error instanceof DriverError ||
    error instanceof SourceThrottled ||
    error instanceof SourceUnreadable ||
    error instanceof SecretUnreadable;
  return isForeseen ? error.sentence : undefined;
}

async function noteTrouble(deps: Deps, row: DueSubscription, error: unknown, sentence: Sentence): Promise<void> {
  const now = deps.clock();
  const until = error instanceof SourceThrottled ? error.until : now;
  const due_at = new Date(Math.max(retryAt(now, row.failures + 1).getTime(), until.getTime()));
  await noteFailure(deps.db, row, { error: sentence, due_at });
  if (row.failures + 1 !== reportedFailures) return;
  await noteSourceEvent(deps.db, {
    connection_id: row.connection_id,
    kind: 'webhook.failed',
    sentence: say('sourceEvent.webhookFailed', { resource: nameOf(row), reason: sentence }),
  });
}

const nameOf = ({ resource }: DueSubscription) => say(`sourceWebhook.resources.${resource}`);
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
