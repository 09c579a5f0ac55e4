import { say } from '@key2xs/texts';
import { describe, expect, it } from 'vitest';
import { AddressRefused } from '../driver-error';
import { classifyFailure } from './classify-failure';

const errorOf = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });

describe('classifyFailure', () => {
  it.each([
    ['ECONNREFUSED', 'unreachable', false],
    ['ENOTFOUND', 'unreachable', false],
    ['LOOKUP_TIMED_OUT', 'unreachable', false],
    ['EHOSTUNREACH', 'unreachable', false],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', true],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', true],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls_untrusted', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_untrusted', false],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_untrusted', false],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls_untrusted', false],
    ['CERT_HAS_EXPIRED', 'tls_untrusted', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_untrusted', false],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificate_rejected', false],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'certificate_rejected', false],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'certificate_rejected', false],
    ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN', 'certificate_rejected', false],
    ['TLS_HANDSHAKE_ABORTED', 'certificate_rejected', false],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'certificate_expired', false],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'bad_answer', false],
    ['HPE_INVALID_CONSTANT', 'bad_answer', false],
    ['ECONNRESET', 'certificate_rejected', true],
    ['UND_ERR_SOCKET', 'certificate_rejected', true],
    ['UND_ERR_DESTROYED', 'aborted', false],
  ])('names %s %s', (code, kind, again) => {
    expect(classifyFailure(errorOf(code), false)).toMatchObject({ error: { kind }, again });
  });

  it.each([
    ['ENOTFOUND', 'Its host name cannot be resolved.'],
    ['EAI_AGAIN', 'Its host name cannot be resolved.'],
    ['LOOKUP_TIMED_OUT', 'Its host name could not be looked up in time: no name server answers.'],
    ['ECONNREFUSED', 'Nothing accepts connections at that port.'],
    ['ENETUNREACH', 'There is no way to that address.'],
    ['CERT_HAS_EXPIRED', 'It has expired; its operator has to renew it.'],
  ])('says what %s means', (code, detail) => {
    expect(classifyFailure(errorOf(code), false).error.message).toContain(` ${detail} `);
  });

  it('takes a break after an answer for a broken connection', () => {
    expect(classifyFailure(errorOf('ECONNRESET'), true)).toMatchObject({ error: { kind: 'unreachable' }, again: true });
  });

  it('looks into causes and gathered errors', () => {
    const gathered = new AggregateError([errorOf('ECONNREFUSED'), errorOf('ETIMEDOUT')]);
    expect(classifyFailure(errorOf('UND_ERR_SOCKET', gathered), false).error.kind).toBe('timeout');
  });

  it('keeps the reason why an address is refused, and the cause', () => {
    const cause = new AddressRefused(say('asWritten', { text: 'It leads to this server.' }));
    const { error } = classifyFailure(cause, false);
    expect(error).toMatchObject({ kind: 'address_refused', cause });
    expect(error.message).toBe(
      'This installation does not allow calls to that address. It leads to this server. Check the endpoint URL.',
    );
  });
});
