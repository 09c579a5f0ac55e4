import type { PollingStatus } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { findSourceFacts, type SourceFacts } from './source-facts';

/** A source tells for so long what has changed since it was last read. */
const cursorMs = 7 * 86_400_000;

/** @throws AppError not_found */
export async function pollingStatus(deps: Deps, reader: Reader, id: string): Promise<PollingStatus> {
  const facts = await findSourceFacts(deps, reader, id);
  const { now, timetable, webhook, runs, read_at, has_cursor } = facts;
  const state = stateOf(facts);
  const readAt = has_cursor ? read_at : null;
  return {
    mode: modeOf(facts),
    state,
    message: renderSentence(messageOf(facts, state), reader.language),
    is_imported: timetable.is_imported,
    last_run: runs.last_run?.toISOString() ?? null,
    last_success: runs.last_success?.toISOString() ?? null,
    next_run: timetable.next?.toISOString() ?? null,
    interval: timetable.sync_interval,
    backoff_until: backoffUntil(facts, state)?.toISOString() ?? null,
    delta_token_age: readAt && Math.max(Math.floor((now.getTime() - readAt.getTime()) / 1_000), 0),
    delta_token_expires_at: readAt && new Date(readAt.getTime() + cursorMs).toISOString(),
    webhook: {
      state: webhook.state,
      expires_at: webhook.expires_at?.toISOString() ?? null,
      last_event_at: webhook.webhook?.last_event_at?.toISOString() ?? null,
    },
    credential: credentialOf(facts),
    consecutive_failures: timetable.failures,
    last_error: lastError(facts, reader),
  };
}

function modeOf({ webhook, timetable }: SourceFacts): PollingStatus['mode'] {
  if (webhook.state === 'active' || webhook.state === 'degraded') return 'webhook';
  return timetable.sync_interval === 'disabled' ? 'disabled' : 'interval';
}

function stateOf({ connection, timetable, runs }: SourceFacts): PollingStatus['state'] {
  if (!connection.is_active || timetable.is_paused) return 'paused';
  if (timetable.is_stopped) return 'quarantined';
  if (runs.rests_until !== null) return runs.rests_after_failure ? 'backoff' : 'throttled';
  if (timetable.is_running) return 'running';
  if (timetable.failures === 0) return 'idle';
  return timetable.next === null ? 'error' : 'backoff';
}

function backoffUntil({ runs, timetable }: SourceFacts, state: PollingStatus['state']): Date | null {
  if (state === 'throttled') return runs.rests_until;
  return state === 'backoff' ? (runs.rests_until ?? timetable.next) : null;
}

function messageOf({ connection, webhook, timetable, runs }: SourceFacts, state: PollingStatus['state']): Sentence {
  switch (state) {
    case 'paused':
      return connection.is_active ? say('sourceState.paused') : say('sourceState.inactive');
    case 'quarantined':
      return say('sourceState.quarantined');
    case 'running':
      return say('sourceState.running');
    case 'throttled':
      return say('sourceState.throttled');
    case 'backoff':
      return runs.error ? say('sourceState.backoffAfter', { reason: runs.error }) : say('sourceState.backoff');
    case 'error':
      return runs.error ? say('sourceState.errorOf', { reason: runs.error }) : say('sourceState.error');
    case 'idle':
      if (!timetable.is_imported) return say('sourceState.firstImport');
      if (webhook.state === 'active') return say('sourceState.tells');
      return timetable.sync_interval === 'disabled' ? say('sourceState.byHand') : say('sourceState.idle');
  }
}

function credentialOf({ credential_kind, credential_ends }: SourceFacts): PollingStatus['credential'] {
  if (credential_kind === null) return null;
  return { type: credential_kind, expires_at: credential_ends?.toISOString() ?? null };
}

function lastError(
  { runs, timetable, credential_kind }: SourceFacts,
  { language }: Reader,
): PollingStatus['last_error'] {
  const { error, error_task, failed_on } = runs;
  if (timetable.failures === 0 || error === null || error_task === null) return null;
  const { what, advice } = splitAdvice(error);
  return {
    code: what.code,
    message: renderSentence(what, language),
    advice: advice ? renderSentence(advice, language) : '',
    correlation_id: error_task,
    replace: failed_on === 'credential' ? credential_kind : null,
  };
}

/** Drivers say what happened, what it adds to its kind, and last what to do. */
function splitAdvice(error: Sentence): { what: Sentence; advice: Sentence | undefined } {
  const parts = error.code === 'several' ? error.params?.sentences : undefined;
  const sentences = Array.isArray(parts) ? parts.filter((part): part is Sentence => typeof part === 'object') : [];
  const [first, ...rest] = sentences;
  const advice = rest.at(-1);
  if (!first || !advice) return { what: error, advice: undefined };
  const details = rest.slice(0, -1);
  return { what: details.length === 0 ? first : say('several', { sentences: [first, ...details] }), advice };
}
