import type { SourceWebhook } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { getConnection } from '../iam/service';
import { countWaiting } from './queries';
import { findWebhookFacts, webhookMessage } from './service';

/** @throws AppError not_found */
export async function presentWebhook(deps: Deps, reader: Reader, id: string): Promise<SourceWebhook> {
  await getConnection(reader, id);
  const facts = await findWebhookFacts(reader.db, deps, id);
  const { webhook, subscriptions, state } = facts;
  return {
    state,
    message: renderSentence(webhookMessage(facts), reader.language),
    subscriptions: subscriptions.map(({ resource, ends_at, due_at, failures, error }) => ({
      resource,
      ends_at: ends_at?.toISOString() ?? null,
      renewed_at: due_at.toISOString(),
      failures,
      error: error && renderSentence(error, reader.language),
    })),
    received: Number(webhook?.received ?? 0),
    refused: Number(webhook?.refused ?? 0),
    last_event_at: webhook?.last_event_at?.toISOString() ?? null,
    last_pull_at: webhook?.last_pull_at?.toISOString() ?? null,
    waiting: await countWaiting(reader.db, id),
  };
}
