import type { HealthReason } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';

const dayMs = 86_400_000;

/** What is known of a source, for judging it. */
export type HealthFacts = {
  now: Date;
  is_active: boolean;
  last_success: Date | null;
  /** In milliseconds; undefined where none is set. */
  interval: number | undefined;
  failures: number;
  is_stopped: boolean;
  credential_ends: Date | null;
  /** The source refuses what it is called with. */
  refused: 'secret' | 'certificate' | null;
  webhook: 'off' | 'unavailable' | 'starting' | 'active' | 'degraded' | 'failed';
  calls: number;
  throttled: number;
  failed: number;
  p95: number | null;
  /** People who could not be taken over, and open conflicts. */
  people_waiting: number;
};

export type Reason = { code: HealthReason; costs: number; sentence: Sentence };

/** Below these, a few bad calls are chance. */
const callsThatCount = 20;
const slowMs = 5_000;

/** Whether it was read within twice the interval; null where it is read by hand only. */
export const isFresh = ({ now, last_success, interval }: HealthFacts): boolean | null =>
  interval === undefined ? null : last_success !== null && now.getTime() - last_success.getTime() <= 2 * interval;

/** What is taken off a hundred, the most first. What costs everything stands alone in effect: the score is never below 0. */
export function judgeHealth(facts: HealthFacts): { score: number; reasons: Reason[] } {
  const reasons = [...ofRuns(facts), ...ofCredential(facts), ...ofWebhook(facts), ...ofCalls(facts)].sort(
    (a, b) => b.costs - a.costs,
  );
  const costs = reasons.reduce((sum, reason) => sum + reason.costs, 0);
  return { score: Math.max(100 - costs, 0), reasons };
}

function* ofRuns(facts: HealthFacts): Generator<Reason> {
  const { is_active, last_success, failures, is_stopped, people_waiting, refused } = facts;
  if (!is_active) yield { code: 'inactive', costs: 60, sentence: say('sourceHealth.inactive') };
  if (failures > 0 && !refused) {
    yield { code: 'failing', costs: 40, sentence: say('sourceHealth.failing') };
  }
  if (failures >= 3) {
    yield { code: 'failing_long', costs: 20, sentence: say('sourceHealth.failingLong', { count: failures }) };
  }
  if (is_stopped) yield { code: 'stopped', costs: 30, sentence: say('sourceHealth.stopped') };
  if (last_success === null) yield { code: 'never_read', costs: 30, sentence: say('sourceHealth.neverRead') };
  else if (is_active && isFresh(facts) === false) {
    yield {
      code: 'stale',
      costs: 20,
      sentence: say('sourceHealth.stale', { day: last_success.toISOString().slice(0, 10) }),
    };
  }
  if (people_waiting > 0) {
    yield { code: 'people_waiting', costs: 5, sentence: say('sourceHealth.peopleWaiting', { count: people_waiting }) };
  }
}

function* ofCredential({ now, credential_ends, refused }: HealthFacts): Generator<Reason> {
  if (refused) {
    const which = say(`sourceCredential.kinds.${refused}`);
    yield { code: 'credential_refused', costs: 100, sentence: say('sourceHealth.credentialRefused', { which }) };
  }
  if (credential_ends === null) return;
  const days = Math.floor((credential_ends.getTime() - now.getTime()) / dayMs);
  if (days < 0) yield { code: 'credential_expired', costs: 100, sentence: say('sourceHealth.credentialExpired') };
  else if (days <= 30) {
    const sentence = say('sourceHealth.credentialExpiring', { count: days });
    yield { code: 'credential_expiring', costs: days <= 7 ? 30 : 10, sentence };
  }
}

function* ofWebhook({ webhook }: HealthFacts): Generator<Reason> {
  if (webhook === 'failed') yield { code: 'webhook_failed', costs: 15, sentence: say('sourceHealth.webhookFailed') };
  if (webhook === 'degraded')
    yield { code: 'webhook_degraded', costs: 10, sentence: say('sourceHealth.webhookDegraded') };
}

function* ofCalls({ calls, throttled, failed, p95 }: HealthFacts): Generator<Reason> {
  if (calls < callsThatCount) return;
  const percentOf = (count: number) => Math.round((100 * count) / calls);
  if (throttled > calls / 10) {
    yield { code: 'throttled', costs: 10, sentence: say('sourceHealth.throttled', { percent: percentOf(throttled) }) };
  }
  if (failed > calls / 5) {
    yield {
      code: 'failing_calls',
      costs: 15,
      sentence: say('sourceHealth.failingCalls', { percent: percentOf(failed) }),
    };
  }
  if (p95 !== null && p95 > slowMs) {
    yield { code: 'slow', costs: 5, sentence: say('sourceHealth.slow', { seconds: Math.round(p95 / 1_000) }) };
  }
}
