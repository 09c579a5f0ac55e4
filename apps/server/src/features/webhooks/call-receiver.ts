import { payloadVersion, type WebhookAttempt, type WebhookError, type WebhookPayload } from '@key2xs/contract';
import { Webhook } from 'standardwebhooks';
import { request } from 'undici';
import type { Deps } from '#platform/deps';
import { codesOf } from '#platform/network/codes-of';
import { SecretUnreadable } from '#platform/secrets/secrets';
import type { DueDelivery } from './delivery-queries';
import { parseRetryAfter } from './retry-pauses';

export type Receiving = Pick<Deps, 'outbound' | 'secrets' | 'clock' | 'config'> & {
  limits?: { timeoutMs: number };
};
export type Outcome = WebhookAttempt & { retryAfterMs?: number | undefined };

const timeoutMs = 15_000;
/** An answer is read only so that its connection ends well; what it says is not looked at. */
const answerBytes = 4_096;
const noClientCertificate = { cert: '', key: '', ca: [] };

/** Calls the receiver once. @throws the reason of the signal, when that ends the call */
export async function callReceiver(deps: Receiving, due: DueDelivery, stopping: AbortSignal): Promise<Outcome> {
  const { clock, limits } = deps;
  const [at, began] = [clock(), performance.now()];
  const timeout = AbortSignal.timeout(limits?.timeoutMs ?? timeoutMs);
  const answer = await post(deps, due, { at, signal: AbortSignal.any([stopping, timeout]) }).catch((error: unknown) => {
    if (stopping.aborted) throw stopping.reason;
    return { status: null, error: timeout.aborted ? 'timeout' : errorOf(error) } as const;
  });
  return { at: at.toISOString(), duration_ms: Math.round(performance.now() - began), ...answer };
}

async function post(deps: Receiving, due: DueDelivery, { at, signal }: { at: Date; signal: AbortSignal }) {
  const body = JSON.stringify(payloadOf(due, deps.config.publicUrl));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Key2XS webhooks',
    'webhook-id': due.id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': signaturesOf(deps, due, { at, body }),
  };
  const dispatcher = deps.outbound.openHttps(new URL(due.url).origin, noClientCertificate);
  try {
    const answer = await request(due.url, { method: 'POST', headers, body, dispatcher, signal });
    await answer.body.dump({ limit: answerBytes, signal }).catch(() => undefined); // it has answered all the same
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      error: errorOfStatus(answer.statusCode),
      retryAfterMs: typeof retryAfter === 'string' ? parseRetryAfter(retryAfter, at) : undefined,
    };
  } finally {
    await dispatcher.destroy();
  }
}

function payloadOf({ kind, occurred_at, sequence, data, path }: DueDelivery, publicUrl = ''): WebhookPayload {
  return {
    type: kind,
    timestamp: occurred_at.toISOString(),
    version: payloadVersion,
    sequence: Number(sequence),
    data,
    link: `${publicUrl}${path}`,
  };
}

/** With the secret, and during its rotation with the former one too. @throws SecretUnreadable */
function signaturesOf({ secrets }: Receiving, due: DueDelivery, { at, body }: { at: Date; body: string }): string {
  const { sealed, previous_sealed, previous_until } = due;
  const isRotating = previous_sealed && previous_until && previous_until > at;
  return [sealed, ...(isRotating ? [previous_sealed] : [])]
    .map((secret) => new Webhook(secrets.open(secret, due.webhook_id)).sign(due.id, at, body))
    .join(' ');
}

function errorOfStatus(status: number): WebhookError | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** The first that matches one of the codes of an error decides. */
const errors: readonly [RegExp, WebhookError][] = [
  [/^ADDRESS_REFUSED$/, 'address_refused'],
  [/^PROXY_/, 'proxy'],
  [/TIMEOUT$|^ETIMEDOUT$|^LOOKUP_TIMED_OUT$/, 'timeout'],
  [/^(ENOTFOUND|EAI_)/, 'not_found'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_(SSL|TLS)_|^EPROTO$|^INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH/, 'tls'],
];

function errorOf(error: unknown): WebhookError {
  if (error instanceof SecretUnreadable) return 'secret';
  const codes = codesOf(error);
  return errors.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1] ?? 'connection';
}
