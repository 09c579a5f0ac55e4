import type { SourceWebhookState } from '@key2xs/contract';
import type { SubscribedResource } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asCaller, asProduct } from '#platform/visible-to';
import { getConnection } from '../iam/service';
import { notificationBase } from './notification-address';
import { findWebhook, listSubscriptions, type SubscriptionRow, type WebhookRow } from './queries';
import { wantSubscriptions } from './subscription-queries';
import { hashKey, newSecrets, sealSecrets } from './webhook-key';

export type { AddressedWebhook } from './queries';
export { createReceiver, type Notice } from './receive';
export { notificationBase };

const failuresThatCount = 3;

/**
 * Switches the notifications of a source on or off. The source is called within a minute, not here.
 * @throws AppError not_found; conflict when the source has no notifications
 */
export async function switchWebhook(deps: Deps, caller: Caller, id: string, isWanted: boolean): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const connection = await getConnection(asCaller(tx, caller), id);
    const { name } = connection;
    if (isWanted && reasonAgainst(connection, deps) === 'cannot_tell') {
      throw new AppError('conflict', say('sourceWebhook.cannotTell', { name }));
    }
    await wantWebhook(tx, deps, id, isWanted);
    const action = isWanted ? 'source_webhook.switched_on' : 'source_webhook.switched_off';
    await recordEvent(tx, caller, action, { id, details: { name } });
  });
}

/** In the caller's transaction, which has checked that there is such a connection. */
export async function wantWebhook(tx: Tx, deps: Deps, connection_id: string, is_wanted: boolean): Promise<void> {
  const plain = newSecrets();
  const made = { key_hash: hashKey(plain.key), sealed: sealSecrets(deps.secrets, connection_id, plain) };
  await tx
    .insertInto('source_webhook')
    .values({ connection_id, is_wanted, ...made })
    .onConflict((conflict) => conflict.column('connection_id').doUpdateSet({ is_wanted }))
    .execute();
  const { configuration_data } = await getConnection(asProduct(tx), connection_id); // the caller has checked
  await wantSubscriptions(tx, connection_id, is_wanted ? resourcesOf(configuration_data) : []);
}

/** Groups only where they are read. */
const resourcesOf = ({ read_groups }: Record<string, unknown>): SubscribedResource[] =>
  read_groups === false ? ['users'] : ['users', 'groups'];

type WebhookFacts = {
  state: SourceWebhookState;
  webhook: WebhookRow | undefined;
  subscriptions: SubscriptionRow[];
  /** When the first of the subscriptions ends. */
  expires_at: Date | null;
  against: Against | undefined;
  /** Reported changes wait until an administrator has started the first import. */
  is_imported: boolean;
};

type Needed = Pick<Deps, 'config' | 'identitySources' | 'clock'>;

/** The state of the notifications of a source. */
export async function findWebhookFacts(db: Db, deps: Needed, id: string): Promise<WebhookFacts> {
  const connection = await getConnection(asProduct(db), id); // background work asks as well
  const webhook = await findWebhook(db, id);
  const subscriptions = webhook ? await listSubscriptions(db, id) : [];
  const against = reasonAgainst(connection, deps);
  const ends = subscriptions.flatMap(({ ends_at }) => ends_at ?? []);
  const expires_at = ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null;
  const state = stateOf({ webhook, subscriptions, isPossible: against === undefined, now: deps.clock() });
  return { state, webhook, subscriptions, expires_at, against, is_imported: connection.first_imported_at !== null };
}

type Standing = {
  webhook: WebhookRow | undefined;
  subscriptions: readonly SubscriptionRow[];
  isPossible: boolean;
  now: Date;
};

function stateOf({ webhook, subscriptions, isPossible, now }: Standing): SourceWebhookState {
  if (!isPossible) return 'unavailable';
  if (!webhook?.is_wanted) return 'off';
  const there = subscriptions.filter(({ ends_at }) => ends_at !== null && ends_at > now);
  if (there.length === subscriptions.length) return isSilent(webhook) ? 'degraded' : 'active';
  if (there.length > 0) return 'degraded';
  return subscriptions.some(({ failures }) => failures >= failuresThatCount) ? 'failed' : 'starting';
}

/** No notification has come since it was found silent. */
const isSilent = ({ silent_since, last_event_at }: WebhookRow): boolean =>
  silent_since !== null && (last_event_at === null || last_event_at <= silent_since);

type Connection = Awaited<ReturnType<typeof getConnection>>;

/** Why a source cannot send notifications: its provider has none, or no public address of this server is configured. */
type Against = 'cannot_tell' | 'no_address';

function reasonAgainst({ provider, configuration_data }: Connection, deps: Omit<Needed, 'clock'>): Against | undefined {
  const driver = deps.identitySources[provider];
  if (!('readPage' in driver) || !driver.subscriptions) return 'cannot_tell';
  return notificationBase(deps.config, { provider, configuration_data }) === undefined ? 'no_address' : undefined;
}

/** The state as a sentence, with what to do when something is wrong. */
export function webhookMessage({ state, against, subscriptions, webhook, is_imported }: WebhookFacts): Sentence {
  const failed = subscriptions.find(({ error }) => error !== null)?.error;
  switch (state) {
    case 'unavailable':
      return say(against === 'no_address' ? 'sourceWebhook.noAddress' : 'sourceWebhook.cannot');
    case 'off':
      return say('sourceWebhook.off');
    case 'starting':
      return failed ? say('sourceWebhook.startingAfter', { reason: failed }) : say('sourceWebhook.starting');
    case 'active':
      return say(is_imported ? 'sourceWebhook.active' : 'sourceWebhook.beforeFirstImport');
    case 'degraded':
      return say(webhook && isSilent(webhook) ? 'sourceWebhook.silent' : 'sourceWebhook.degraded');
    case 'failed':
      return failed ? say('sourceWebhook.failedAs', { reason: failed }) : say('sourceWebhook.starting');
  }
}
