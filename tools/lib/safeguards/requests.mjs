const http = 'apps/server/src/platform/http';
const signIn = 'apps/server/src/platform/sign-in';
const streams = 'apps/server/src/platform/event-streams';
const auth = 'apps/server/src/features/auth';
const audit = 'apps/server/src/platform/audit';
const api = (file, name) => ({ project: 'api', file: `${file}.api.test.ts`, name });
const unit = (file, name) => ({ project: 'unit', file: `${file}.test.ts`, name });

/** Of every request: who may send it, what is read of it, what is answered and what the log says of it. */
export const inRequests = [
  {
    name: 'the type of a body',
    file: `${http}/request-guard.ts`,
    edits: [['if (mediaType !== wanted) throw', 'if (mediaType === undefined) throw']],
    test: api(`${http}/request-guard`, 'takes sign-in as a form, and as nothing else'),
  },
  {
    name: 'a body without a length is cut off',
    file: `${http}/route.ts`,
    edits: [['bodyLimit: takenBodyOf(endpoint).maxBytes,', 'bodyLimit: 100_000_000,']],
    test: api(`${http}/request-guard`, 'is cut off where it is longer than the endpoint takes'),
  },
  {
    name: 'the key of a webhook stays out of the log',
    file: 'apps/server/src/app.ts',
    edits: [['const url = loggableUrl(request.url);', 'const { url } = request;']],
    test: api(`${http}/request-guard`, 'the key of a webhook is not logged'),
  },
  {
    name: 'an event is sent only in a session that lasts',
    file: `${streams}/event-stream.ts`,
    edits: [['        await this.check();\n', '']],
    test: api(`${streams}/event-streams`, 'events pending at the end of the session are not sent'),
  },
  {
    name: 'a ticket opens one stream',
    file: `${signIn}/stream-tickets.ts`,
    edits: [
      [
        ".deleteFrom('stream_ticket')\n    .where('token_hash'",
        ".updateTable('stream_ticket')\n    .set({ session_id: sql`session_id` })\n    .where('token_hash'",
      ],
      ['import type { Actor', "import { sql } from 'kysely';\nimport type { Actor"],
    ],
    test: api(`${streams}/event-streams`, 'opens one stream, of its session'),
  },
  {
    name: 'a reader that does not read is dropped',
    file: `${streams}/event-stream.ts`,
    edits: [['if (this.#isStuck) this.connection.destroy();', '']],
    test: api(`${streams}/event-streams`, 'is dropped, and costs no memory until then'),
  },
  {
    name: 'a client that goes is no outage of the database',
    file: `${http}/error-handler.ts`,
    edits: [['fromClient(error, request) ?? fromTrouble(error, request)', 'fromTrouble(error, request)']],
    test: api(`${http}/request-guard`, 'a client that closes in the middle of a body'),
  },
  {
    name: 'columns beyond the contract stay here',
    file: `${http}/route.ts`,
    edits: [['return parsed.data as object;', 'return answer as object;']],
    test: api(`${http}/route`, 'has nothing that the contract does not name'),
  },
  {
    name: 'a bug of ours says nothing of itself',
    file: `${http}/error-handler.ts`,
    edits: [
      [
        "new AppError('internal', say('request.unexpected'))",
        "new AppError('internal', say('asWritten', { text: error.message }))",
      ],
    ],
    test: api(`${http}/route`, 'to a bug of ours says nothing of it'),
  },
  {
    name: 'no site can frame the product',
    file: `${http}/security-headers.ts`,
    edits: [['  "frame-ancestors \'none\'",\n', '']],
    test: api(`${http}/route`, 'runs no script but ours and stands in no frame'),
  },
  {
    name: 'a version that was not read is refused',
    file: `${http}/route.ts`,
    edits: [["expectedVersion: versionOf(request.headers['if-match']),", 'expectedVersion: undefined,']],
    test: api('apps/server/test/if-match', 'deletes a place in the version it names'),
  },
  {
    name: 'another request under the same key',
    file: `${http}/idempotency.ts`,
    edits: [['if (earlier && earlier.request_hash !== request_hash) {', 'if (earlier && request_hash === key) {']],
    test: api(`${http}/idempotency`, 'is refused for another body'),
  },
  {
    name: 'work whose answer is lost is not done again',
    file: `${http}/idempotency.ts`,
    edits: [["              eb('idempotency_key.is_carried_out', '=', false),\n", '']],
    test: api(`${http}/idempotency`, 'whose work is done and whose answer is lost is not done again'),
  },
  {
    name: 'names of files are cleaned',
    file: `${http}/content-disposition.ts`,
    edits: [["    .replace(/[\"*/:<>?\\\\|]+/g, '_')\n", '']],
    test: unit(`${http}/content-disposition`, 'attachment'),
  },
  {
    name: 'a cell of a CSV is no formula',
    file: 'apps/server/src/platform/csv/csv-download.ts',
    edits: [['yield row.map(harmless);', 'yield row;']],
    test: unit('apps/server/src/platform/csv/csv-download', 'defuses a formula'),
  },
  {
    name: 'a formula behind a separator is none either',
    file: 'apps/server/src/platform/csv/csv-download.ts',
    edits: [['cell.replace(innerFormula, "\'").replace(leadingFormula', 'cell.replace(leadingFormula']],
    test: unit('apps/server/src/platform/csv/csv-download', 'harmless'),
  },
  {
    name: 'addresses that cannot be read are one network',
    file: 'apps/server/src/platform/network/address-rules.ts',
    edits: [["if (!address) return 'unknown';", 'if (!address) return text;']],
    test: unit('apps/server/src/platform/network/address-rules', 'clientNetwork'),
  },
  {
    name: 'the port that a proxy writes',
    file: `${http}/forwarded-for.ts`,
    edits: [["const [address = ''] = (v6 ?? v4 ?? entry)", "const [address = ''] = (v6 ?? entry ?? v4)"]],
    test: unit(`${http}/forwarded-for`, 'cleanForwardedFor'),
  },
  {
    name: 'addresses inside are not called',
    file: 'apps/server/src/platform/network/address-rules.ts',
    edits: [["['169.254.169.254/32', 'metadata'],", "['169.254.169.254/32', 'public'],"]],
    test: unit('apps/server/src/platform/network/address-rules', 'addressKind'),
  },
  {
    name: 'ten wrong passwords',
    file: `${signIn}/login-limits.ts`,
    edits: [['sign_in_budget.attempts_left - 1 end', 'sign_in_budget.attempts_left end']],
    test: api(`${auth}/sign-in-limits`, 'are limited to ten on one account, also with 300 at once'),
  },
  {
    name: 'strangers do not lock out a known network',
    file: `${signIn}/login-limits.ts`,
    edits: [['isKnown ? [own] : [own, ...shared]', '[own, ...shared]']],
    test: api(`${auth}/sign-in-limits`, 'from elsewhere do not lock out a network that is known'),
  },
  {
    name: 'an unknown name takes as long as a known one',
    file: `${auth}/password-check.ts`,
    edits: [
      [
        'await deps.passwords.verify(known, password, turn);',
        'known !== undefined && (await deps.passwords.verify(known, password, turn));',
      ],
    ],
    test: api(`${auth}/sign-in-attempts`, 'is hashed once for known and unknown names'),
  },
  {
    name: 'a session ends after an hour',
    file: `${signIn}/actor-finder.ts`,
    edits: [[' and session.expires_at > ', ' and session.created_at <= ']],
    test: api(`${auth}/routes`, 'ends after an hour without a refresh'),
  },
  {
    name: 'a session ends after twelve hours',
    file: `${signIn}/sessions.ts`,
    edits: [['::timestamptz, ends_at)`', "::timestamptz, ends_at + interval '1 day')`"]],
    test: api(`${auth}/routes`, 'cannot be refreshed past twelve hours'),
  },
  {
    name: 'an old token is of no use',
    file: `${signIn}/sessions.ts`,
    edits: [["    .where('token_hash', '=', hashToken(token))\n", '']],
    test: api(`${auth}/routes`, 'is refreshed once when many try with one token'),
  },
  {
    name: 'a disabled administrator is signed out',
    file: `${signIn}/rights.ts`,
    edits: [["('suspended_at')} is null", "('suspended_at')} is null or true"]],
    test: api(`${auth}/routes`, 'ends when its administrator is disabled'),
  },
  {
    name: 'another password ends every session',
    file: `${auth}/service.ts`,
    edits: [['    await endAccess(tx, admin.id);\n', '']],
    test: api(`${auth}/routes`, 'ends every session; only the new password works'),
  },
  {
    name: 'one of several becomes the first administrator',
    file: `${auth}/registration.ts`,
    edits: [['    await lockAdministrators(tx);\n', '']],
    test: api(`${auth}/routes`, 'waits for one that is under way'),
  },
  {
    name: 'a link for a new password works once',
    file: `${auth}/queries.ts`,
    edits: [
      [
        "    .where('token_hash', '=', tokenHash)\n    .where('used_at', 'is', null)\n    .where('expires_at', '>', now)\n    .returning('resets_factors')",
        "    .where('token_hash', '=', tokenHash)\n    .returning('resets_factors')",
      ],
    ],
    test: api(`${auth}/password-reset`, 'works for one of several concurrent requests'),
  },
  {
    name: 'what an endpoint promises to record',
    file: `${auth}/service.ts`,
    edits: [["    await recordEvent(tx, caller, 'session.refreshed', { id: actor.proof.id });\n", '']],
    test: api(`${auth}/routes`, 'gets a fresh token, and the old one stops at once'),
  },
  {
    name: 'rows that are not ours are not sealed',
    file: `${audit}/audit-chain.ts`,
    edits: [['events.filter((event) => !isSigned(key, event));', 'events.filter(() => false);']],
    test: api(`${audit}/audit-refusal`, 'are refused, and all others sealed, after'),
  },
  {
    name: 'a log that was put back is not sealed on',
    file: `${audit}/audit-chain.ts`,
    edits: [['if (!isHeld) throw', 'if (head.seq === undefined) throw']],
    test: api(`${audit}/audit-restore`, 'is named, and not sealed on'),
  },
  {
    name: 'details that were changed are named',
    file: `${audit}/audit-inspection.ts`,
    edits: [['return event.details_hash === hashDetails(event.details_salt, details);', 'return true;']],
    test: api(`${audit}/audit-chain`, 'verifyChain after changing details'),
  },
  {
    name: 'refused rows that are gone are told',
    file: `${audit}/audit-inspection.ts`,
    edits: [['if (gone <= 0) return;', 'if (gone !== undefined) return;']],
    test: api(`${audit}/audit-refusal`, 'are reported by the log until it is accepted'),
  },
];
