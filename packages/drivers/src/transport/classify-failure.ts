import { type Sentence, say } from '@key2xs/texts';
import {
  AddressRefused,
  DriverError,
  type DriverErrorKind,
  findProxyFailure,
  type ProxyProblem,
} from '../driver-error';

/** A failed attempt, and whether an immediate retry may succeed. */
export type Failure = { error: DriverError; again: boolean };

type Verdict = { kind: DriverErrorKind; detail?: Sentence; again?: boolean };

/** The first entry that matches one of an error's codes decides. */
const verdicts: [RegExp, Verdict][] = [
  [/^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$|^ETIMEDOUT$/, { kind: 'timeout', again: true }],
  [/^UND_ERR_(DESTROYED|CLOSED|ABORTED)$|^ABORT_ERR$/, { kind: 'aborted' }],
  [/ALERT_CERTIFICATE_EXPIRED/, { kind: 'certificate_expired' }],
  [
    /ALERT_(CERTIFICATE|BAD_CERTIFICATE|NO_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR|HANDSHAKE_FAILURE)/,
    { kind: 'certificate_rejected' },
  ],
  [/^TLS_HANDSHAKE_ABORTED$/, { kind: 'certificate_rejected', detail: say('circumstance.brokeHandshake') }],
  [/^CERT_HAS_EXPIRED$/, { kind: 'tls_untrusted', detail: say('circumstance.serverExpired') }],
  [/^CERT_NOT_YET_VALID$/, { kind: 'tls_untrusted', detail: say('circumstance.serverNotYetValid') }],
  [/ALTNAME|HOSTNAME_MISMATCH/, { kind: 'tls_untrusted', detail: say('circumstance.otherAddress') }],
  [/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/, { kind: 'tls_untrusted', detail: say('circumstance.unknownIssuer') }],
  [/^(CERT_|ERR_TLS_CERT|INVALID_CA|INVALID_PURPOSE|UNABLE_TO_)/, { kind: 'tls_untrusted' }],
  [/^(ERR_SSL_|EPROTO$)/, { kind: 'bad_answer', detail: say('circumstance.otherTls') }],
  [
    /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
    { kind: 'bad_answer', detail: say('circumstance.answerCutOff'), again: true },
  ],
  [/^(ENOTFOUND|EAI_)/, { kind: 'unreachable', detail: say('circumstance.noSuchHost') }],
  [/^LOOKUP_TIMED_OUT$/, { kind: 'unreachable', detail: say('circumstance.noNameServer') }],
  [/^ECONNREFUSED$/, { kind: 'unreachable', detail: say('circumstance.nothingListens') }],
  [/^E(HOST|NET)UNREACH$/, { kind: 'unreachable', detail: say('circumstance.noWay') }],
  [/^Z_BUF_ERROR$/, { kind: 'bad_answer', detail: say('circumstance.answerCutOff'), again: true }],
  [/^Z_/, { kind: 'bad_answer', detail: say('circumstance.unknownEncoding') }],
  [/^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES|NOT_SUPPORTED))/, { kind: 'bad_answer' }],
];

/** Failures of a proxy that may have passed a moment later. */
const mayPass: ReadonlySet<ProxyProblem> = new Set(['PROXY_TIMEOUT', 'PROXY_NO_WAY']);

const isBroken = /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/;

/**
 * Converts an error of the socket or the TLS layer.
 *
 * Many servers that do not accept a client certificate just close the connection, and under TLS 1.3 only after our side of
 * the handshake has ended, so that it looks like any other broken connection. (Others send an alert, but our HTTP client
 * reports only the following end of the connection.) A connection that breaks before the key system has ever answered in
 * this session is therefore reported as a rejected certificate.
 */
export function classifyFailure(cause: unknown, hasAnswered: boolean): Failure {
  const codes = codesOf(cause);
  if (codes.includes('ADDRESS_REFUSED')) {
    const detail = cause instanceof AddressRefused ? cause.sentence : undefined;
    return { error: new DriverError('address_refused', { detail, cause }), again: false };
  }
  const ofProxy = findProxyFailure(cause);
  if (ofProxy) {
    const kind = ofProxy.code === 'PROXY_TIMEOUT' ? 'timeout' : 'unreachable';
    return { error: new DriverError(kind, { detail: ofProxy.sentence, cause }), again: mayPass.has(ofProxy.code) };
  }
  for (const [pattern, { kind, detail, again = false }] of verdicts) {
    if (codes.some((code) => pattern.test(code))) return { error: new DriverError(kind, { detail, cause }), again };
  }
  if (codes.some((code) => isBroken.test(code))) return { error: brokenConnection(cause, hasAnswered), again: true };
  return { error: new DriverError('unreachable', { cause }), again: false };
}

function brokenConnection(cause: unknown, hasAnswered: boolean): DriverError {
  return hasAnswered
    ? new DriverError('unreachable', { detail: say('circumstance.connectionBroke'), cause })
    : new DriverError('certificate_rejected', { detail: say('circumstance.closedUnanswered'), cause });
}

/** Codes of an error, its causes, and its aggregated errors (one per address). */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const gathered: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...code, ...gathered.flatMap(codesOf), ...codesOf(error.cause)];
}
