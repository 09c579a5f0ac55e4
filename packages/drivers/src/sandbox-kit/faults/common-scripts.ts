import type { Call } from './faults';
import type { Script } from './run-scripts';

/** Fault scripts for any server, by name. */
export const commonScripts = {
  too_many_requests: {
    does: 'Answers 429 without saying when to come back.',
    call: () => ({ kind: 'answer', status: 429 }),
  },
  too_many_requests_retry_after: {
    does: 'Answers 429 with Retry-After: a number of seconds, or that far ahead as a date.',
    variants: ['seconds', 'date'],
    amount: { unit: 'seconds', usual: 1 },
    call: ({ variant, amount }) => {
      const date = new Date(Date.now() + amount * 1_000).toUTCString();
      return { kind: 'answer', status: 429, headers: { 'retry-after': variant === 'date' ? date : String(amount) } };
    },
  },
  server_error: {
    does: 'Answers with a status that says the server has failed. Nothing is done.',
    variants: ['500', '502', '503', '504'],
    call: ({ variant }) => ({ kind: 'answer', status: Number(variant) }),
  },
  slow: {
    does: 'Does and answers everything, but late.',
    amount: { unit: 'ms', usual: 2_000 },
    call: ({ amount }) => ({ kind: 'delay', ms: amount }),
  },
  half_open: {
    does: 'Accepts connections, and then nothing ever comes: not even the beginning of TLS.',
    connection: 'silence',
  },
  never_answers: {
    does: 'Takes calls and never answers; the connection stays open.',
    call: () => ({ kind: 'silence' }),
  },
  foreign_certificate: {
    does: 'Shows a certificate of an authority that its clients do not know.',
    connection: 'foreign_certificate',
  },
  expired_server_certificate: {
    does: 'Shows a certificate of its own authority that has expired.',
    connection: 'expired_server_certificate',
  },
  wrong_content_type: {
    does: 'Gives the right answer, but calls it a web page.',
    call: () => ({ kind: 'mislabel_answer', content_type: 'text/html' }),
  },
  endless: {
    does: 'Begins an answer that never ends.',
    call: () => ({ kind: 'endless_answer' }),
  },
  redirect_elsewhere: {
    does: 'Sends the caller to /elsewhere; a call that arrives there shows that it went.',
    variants: ['302', '307', '308'],
    call: ({ variant, self }) => ({
      kind: 'answer',
      status: Number(variant),
      headers: { location: `${self}/elsewhere` },
    }),
  },
  oversized: {
    does: 'Pads the right answer with spaces, up to a length that no client should accept.',
    amount: { unit: 'MiB', usual: 40 },
    call: ({ amount }) => ({ kind: 'long_answer', bytes: amount * 1024 * 1024 }),
  },
} as const satisfies Record<string, Script<Call, never>>;
