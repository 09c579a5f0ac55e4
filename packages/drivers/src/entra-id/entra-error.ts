import { type Sentence, say } from '@key2xs/texts';
import type { texts } from '@key2xs/texts/en/sentences';
import { SourceThrottled } from '../called-source-driver';
import { DriverError, type DriverErrorKind } from '../driver-error';

export type EntraReason = keyof typeof texts.entra;

/** The kind of each reason. */
const kinds: Partial<Record<EntraReason, DriverErrorKind>> = {
  secret_wrong: 'unauthorised',
  secret_expired: 'unauthorised',
  secret_missing: 'unauthorised',
  certificate_unknown: 'certificate_rejected',
  certificate_unusable: 'certificate_rejected',
  clock_off: 'unauthorised',
  application_unknown: 'unauthorised',
  application_disabled: 'unauthorised',
  consent_missing: 'unauthorised',
  consent_declined: 'unauthorised',
  consent_cancelled: 'unauthorised',
  tenant_unknown: 'unknown_domain',
  federation_mismatch: 'unauthorised',
  policy_blocks: 'unauthorised',
  scope_invalid: 'unauthorised',
  sign_in_refused: 'unauthorised',
  token_refused: 'unauthorised',
  permission_missing: 'unauthorised',
  subscription_quota: 'refused_item',
  subscription_unreachable: 'refused_item',
  not_found: 'refused_item',
  attribute_refused: 'refused_item',
  throttled: 'rate_limited',
  not_supported: 'not_supported',
  refused_item: 'refused_item',
  refused: 'refused',
  unreachable: 'unreachable',
  address_refused: 'address_refused',
  tls_untrusted: 'tls_untrusted',
  timeout: 'timeout',
  bad_answer: 'bad_answer',
  aborted: 'aborted',
};

const ofCredential: ReadonlySet<EntraReason> = new Set([
  'secret_wrong',
  'secret_expired',
  'secret_missing',
  'certificate_unknown',
  'certificate_unusable',
]);

type Circumstances = {
  detail?: Sentence | undefined;
  retry_after_seconds?: number | undefined;
  cause?: unknown;
};

/** A failure at Microsoft, by reason. Uses only our own texts, never messages of Microsoft. */
export class EntraError extends DriverError {
  override name = 'EntraError';

  override get asksForCredential(): boolean {
    return ofCredential.has(this.reason);
  }

  constructor(
    readonly reason: EntraReason,
    circumstances: Circumstances = {},
  ) {
    const words = { what: say(`entra.${reason}.what`), remedy: say(`entra.${reason}.remedy`) };
    super(kinds[reason] ?? 'refused', { ...circumstances, texts: words });
  }
}

/** Reasons for errors of the transport, whose texts are about key systems. */
const reasons: Partial<Record<DriverErrorKind, EntraReason>> = {
  unreachable: 'unreachable',
  address_refused: 'address_refused',
  tls_untrusted: 'tls_untrusted',
  certificate_rejected: 'unreachable',
  certificate_expired: 'unreachable',
  rate_limited: 'throttled',
  timeout: 'timeout',
  bad_answer: 'bad_answer',
  aborted: 'aborted',
};

/** The pause if Microsoft names none: longer than its window for counting calls per application and tenant. */
const defaultPauseSeconds = 60;

/**
 * Converts to an error that source drivers may throw: a failure with texts for Microsoft, or `SourceThrottled` if the
 * requested pause is too long to wait for, or did not help.
 */
export function toSourceError(error: unknown, now: Date): unknown {
  if (!(error instanceof DriverError)) return error;
  const { detail, retry_after_seconds, cause } = error;
  const reason = error instanceof EntraError ? error.reason : (reasons[error.kind] ?? 'refused');
  const said = error instanceof EntraError ? error : new EntraError(reason, { detail, retry_after_seconds, cause });
  if (reason !== 'throttled' && retry_after_seconds === undefined) return said;
  const seconds = Math.max(retry_after_seconds ?? defaultPauseSeconds, 1);
  return new SourceThrottled(said.sentence, new Date(now.getTime() + seconds * 1_000));
}
