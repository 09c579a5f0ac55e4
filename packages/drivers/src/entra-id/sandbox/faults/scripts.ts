import { gzipSync } from 'node:zlib';
import { commonScripts } from '../../../sandbox-kit/faults/common-scripts';
import type { Script } from '../../../sandbox-kit/faults/run-scripts';
import type { ReceivedCall } from '../call';
import { type RefusalCode, refusals } from '../login/login-refusal';
import type { Fault } from './faults';
import { pageScripts } from './page-scripts';

const isToken = ({ operation }: ReceivedCall) => operation === 'token';
const isGraph = ({ path }: ReceivedCall) => path.startsWith('/v1.0/');
const html = { 'content-type': 'text/html; charset=utf-8' };

const [firstCode, ...otherCodes] = Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]; // keys of an object we wrote down ourselves

/** Fault scripts by name. */
export const scripts = {
  ...commonScripts,
  unavailable_retry_after: {
    does: 'Answers 503 with Retry-After: a number of seconds, or that far ahead as a date.',
    variants: ['seconds', 'date'],
    amount: { unit: 'seconds', usual: 1 },
    call: (setting) => {
      const fault = commonScripts.too_many_requests_retry_after.call(setting);
      return { ...fault, status: 503 };
    },
  },
  near_limit: {
    does: 'Says in x-ms-throttle-limit-percentage how much of the quota is used up.',
    amount: { unit: 'per cent', usual: 90 },
    call: ({ amount }, call) =>
      isGraph(call)
        ? { kind: 'add_headers', headers: { 'x-ms-throttle-limit-percentage': String(amount / 100) } }
        : undefined,
  },
  cut_body: {
    does: 'Sends that many bytes of the right answer and resets the connection.',
    amount: { unit: 'bytes', usual: 100 },
    call: ({ amount }) => ({ kind: 'reset_in_answer', after: amount }),
  },
  html_page: {
    does: 'Answers 200 with a web page, as proxies and captive portals do.',
    call: () => ({ kind: 'answer', status: 200, headers: html, body: '<!doctype html><title>Please sign in</title>' }),
  },
  garbage: {
    does: 'Answers 200 with bytes that are not JSON.',
    call: () => ({
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"value":[{"id":"\u0000\uFFFD',
    }),
  },
  gzip_bomb: {
    does: 'Answers 200 with gzip that becomes a thousand times as large.',
    amount: { unit: 'MiB', usual: 512 },
    call: ({ amount }) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      return { kind: 'answer', status: 200, headers, body: gzipBomb(amount) };
    },
  },
  unauthorized: {
    does: 'Answers calls to Graph with 401, as if the token had been revoked.',
    call: (_, call) => (isGraph(call) ? { kind: 'bend_graph', bend: { refuse: 'unauthorized' } } : undefined),
  },
  missing_permission: {
    does: 'Answers calls to Graph with 403, as if a permission had been taken away.',
    call: (_, call) => (isGraph(call) ? { kind: 'bend_graph', bend: { refuse: 'missing_permission' } } : undefined),
  },
  lost_delta_token: {
    does: 'Knows no delta token any more: 410 with Location, 400 syncStateNotFound, or 400 resyncRequired with Location.',
    variants: ['410', 'syncStateNotFound', 'resyncRequired'],
    call: ({ variant }, call) =>
      isGraph(call) && call.query.get('$deltatoken') ? { kind: 'bend_graph', bend: { resync: variant } } : undefined,
  },
  login_refused: {
    does: 'Refuses a token with this AADSTS number.',
    variants: [firstCode, ...otherCodes],
    call: ({ variant }, call) => (isToken(call) ? { kind: 'refuse_login', code: variant as RefusalCode } : undefined), // one of the variants
  },
  late_consent: {
    does: 'Gives tokens without any permission, as in the first minutes after a consent.',
    call: (_, call) => (isToken(call) ? { kind: 'bend_login', bend: { lacks_roles: true } } : undefined),
  },
  clock_skew: {
    does: 'Judges assertions by a clock that is that far ahead (ahead) or behind (behind).',
    variants: ['ahead', 'behind'],
    amount: { unit: 'seconds', usual: 7_200 },
    call: ({ variant, amount }, call) => {
      const skew_ms = (variant === 'ahead' ? 1_000 : -1_000) * amount;
      return isToken(call) ? { kind: 'bend_login', bend: { skew_ms } } : undefined;
    },
  },
  ...pageScripts,
} as const satisfies Record<string, Script<ReceivedCall, Fault>>;

export type ScriptName = keyof typeof scripts;

export const scriptNames = Object.keys(scripts) as ScriptName[]; // keys of an object we wrote down ourselves

const mebibyte = 1024 * 1024;

/** JSON of that many mebibytes, which gzip compresses to a thousandth. */
function gzipBomb(mebibytes: number): Buffer {
  const piece = gzipSync(Buffer.alloc(mebibyte, 'a'), { level: 9 });
  const pieces = Array.from({ length: mebibytes }, () => piece);
  return Buffer.concat([gzipSync('{"value":["'), ...pieces, gzipSync('"]}')]); // concatenated gzip members decompress to one text
}
