import { randomBytes } from 'node:crypto';
import { maxWebhooks, testEventKind, type WebhookFields } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, type Reader, visibleTo } from '#platform/visible-to';
import {
  type DeliveryRow,
  dropWaiting,
  findDelivery,
  insertClaimed,
  listDeliveries,
  makeDue,
} from './delivery-queries';
import { sendDue } from './send-webhooks';
import {
  type CountedWebhook,
  countWebhooks,
  deleteWebhook,
  findWebhook,
  holdWebhook,
  insertWebhook,
  updateWebhook,
  type WebhookRow,
} from './webhook-queries';

type By = { deps: Deps; caller: Caller };
export type WithSecret = { webhook: CountedWebhook; secret: string };

/** @throws AppError not_found */
export async function getWebhook(reader: Reader, id: string): Promise<CountedWebhook> {
  const webhook = await findWebhook(reader, id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** Webhooks that Key2XS has switched off, by the host they call. */
export async function listDisabledWebhooks({ db, viewer }: Reader) {
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'url', 'disabled_because'])
    .where('disabled_because', 'is not', null)
    .where(visibleTo(viewer, 'webhooks'))
    .orderBy('created_at')
    .execute();
  return rows.flatMap(({ id, url, disabled_because: because }) =>
    because ? [{ id, name: new URL(url).host, because }] : [],
  );
}

/** Receivers check the signature with it. Its length is that which the specification recommends. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** @throws AppError conflict when there are as many as there may be */
export async function createWebhook({ deps, caller }: By, fields: WebhookFields): Promise<WithSecret> {
  const [id, secret] = [deps.newId(), newSecret()];
  const webhook = await deps.db.transaction().execute(async (tx) => {
    const count = await countWebhooks(tx);
    if (count >= maxWebhooks) throw new AppError('conflict', say('webhook.tooMany', { count }));
    await insertWebhook(tx, { ...fields, id, sealed: deps.secrets.seal(secret, id) });
    await recordEvent(tx, caller, 'webhook.created', { id, details: auditedOf(fields) });
    return getWebhook(asCaller(tx, caller), id);
  });
  return { webhook, secret };
}

type Version = { expectedVersion: number | undefined };

/** What waits for a webhook that is switched off is dropped. @throws AppError not_found, version_conflict */
export async function changeWebhook(
  { deps, caller }: By,
  id: string,
  { fields, expectedVersion }: Version & { fields: WebhookFields },
): Promise<CountedWebhook> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await hold(tx, id, expectedVersion);
    const isAnother = fields.url !== before.url;
    const isFresh = isAnother || (fields.is_enabled && !before.is_enabled);
    const disabled_because = fields.is_enabled || before.is_enabled ? null : before.disabled_because;
    await updateWebhook(tx, id, { ...fields, disabled_because, ...(isFresh && { failing_since: null }) });
    if (!fields.is_enabled) await dropWaiting(tx, id);
    const details = { before: auditedOf(before), after: auditedOf(fields), is_address_changed: isAnother };
    await recordEvent(tx, caller, 'webhook.updated', { id, details });
    return getWebhook(asCaller(tx, caller), id);
  });
}

/** With its log, and with what waits for it. @throws AppError not_found, version_conflict */
export async function removeWebhook({ deps, caller }: By, id: string, { expectedVersion }: Version): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const before = await hold(tx, id, expectedVersion);
    await deleteWebhook(tx, id);
    await recordEvent(tx, caller, 'webhook.deleted', { id, details: auditedOf(before) });
  });
}

/** For 24 hours both secrets sign, so that receivers can change over. @throws AppError not_found */
export async function rotateSecret({ deps, caller }: By, id: string): Promise<WithSecret> {
  const secret = newSecret();
  const webhook = await deps.db.transaction().execute(async (tx) => {
    const { sealed: previous_sealed, url } = await hold(tx, id);
    const previous_until = new Date(deps.clock().getTime() + 24 * 3_600_000);
    await updateWebhook(tx, id, { sealed: deps.secrets.seal(secret, id), previous_sealed, previous_until });
    await recordEvent(tx, caller, 'webhook.secret_rotated', { id, details: { host: new URL(url).host } });
    return getWebhook(asCaller(tx, caller), id);
  });
  return { webhook, secret };
}

/** Sends one that is not tried again, and does not count for the health. @throws AppError not_found */
export async function sendTest(
  { deps, caller, signal }: By & { signal: AbortSignal },
  id: string,
): Promise<DeliveryRow> {
  const due = await deps.db.transaction().execute(async (tx) => {
    const webhook = await hold(tx, id);
    const test = { id: deps.newId(), kind: testEventKind, data: {}, path: `/developers?tab=webhooks` } as const;
    await recordEvent(tx, caller, 'webhook.tested', { id, details: { host: new URL(webhook.url).host } });
    return insertClaimed(tx, webhook, test);
  });
  const sent = await sendDue(deps, due, signal);
  if (!sent) throw notFound('webhook');
  return sent;
}

/** @throws AppError not_found */
export async function pageOfDeliveries(reader: Reader, id: string, wanted: Parameters<typeof listDeliveries>[2]) {
  await getWebhook(reader, id);
  return listDeliveries(reader.db, id, wanted);
}

/** @throws AppError not_found; conflict while the webhook is switched off, or for a test */
export async function resend(
  { deps, caller }: By,
  { id: webhook_id, delivery_id: id }: { id: string; delivery_id: string },
): Promise<DeliveryRow> {
  return deps.db.transaction().execute(async (tx) => {
    const { is_enabled } = await hold(tx, webhook_id);
    const delivery = await findDelivery(tx, { id, webhook_id });
    if (!delivery) throw notFound('webhook_delivery');
    if (!is_enabled) throw new AppError('conflict', say('webhook.switchedOff'));
    if (delivery.kind === testEventKind) throw new AppError('conflict', say('webhook.testAgain'));
    await recordEvent(tx, caller, 'webhook.event_resent', { id: webhook_id, details: { delivery_id: id } });
    return makeDue(tx, id);
  });
}

/** @throws AppError not_found, version_conflict */
async function hold(tx: Tx, id: string, expectedVersion?: number): Promise<WebhookRow> {
  const webhook = await holdWebhook(tx, id);
  if (!webhook) throw notFound('webhook');
  refuseOtherVersion(webhook.version, expectedVersion, say('webhook.changed'));
  return webhook;
}

/** The rest of an address may be a secret of the receiver. */
const auditedOf = ({ url, description, events, is_enabled }: WebhookFields) => ({
  host: new URL(url).host,
  description,
  events,
  is_enabled,
});
