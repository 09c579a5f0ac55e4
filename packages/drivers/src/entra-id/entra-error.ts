import { type Sentence, say } from '@key2xs/texts';
import type { texts } from '@key2xs/texts/en/sentences';
import { SourceThrottled } from '../called-source-driver';
import { DriverError, type DriverErrorKind } from '../driver-error';

export type EntraReason = keyof typeof texts.entra;

/** Those that are no kind of failure by themselves; the rest bear the name of their kind. */
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

/** A failure at Microsoft, by its reason. What it says comes from our own texts: never what Microsoft wrote. */
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
    super(kinds[reason] ?? 'refused', { ...circumstances, words });
  }
}

/** Of what the transport throws, which speaks of key systems. */
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

/** Without a time of their own, pauses are as long as Microsoft counts calls of one application and tenant, and more. */
const usualPauseSeconds = 60;

/**
 * What a driver of a source throws: a failure in words for Microsoft, or `SourceThrottled` where a pause is asked for that
 * is longer than a call waits, or that was kept and did not help.
 */
export function asThrown(error: unknown, now: Date): unknown {
  if (!(error instanceof DriverError)) return error;
  const { detail, retry_after_seconds, cause } = error;
  const reason = error instanceof EntraError ? error.reason : (reasons[error.kind] ?? 'refused');
  const said = error instanceof EntraError ? error : new EntraError(reason, { detail, retry_after_seconds, cause });
  if (reason !== 'throttled' && retry_after_seconds === undefined) return said;
  const seconds = Math.max(retry_after_seconds ?? usualPauseSeconds, 1);
  return new SourceThrottled(said.sentence, new Date(now.getTime() + seconds * 1_000));
}
