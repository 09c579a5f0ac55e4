import { commonScripts } from '../../../sandbox-kit/faults/common-scripts';
import type { Script } from '../../../sandbox-kit/faults/run-scripts';
import type { ReceivedCall } from '../services/answer';
import { escapeXml } from '../services/xml';
import type { Fault } from './faults';

const isQuery = ({ path }: ReceivedCall) => path.includes('/ws/query/');
const isWrite = ({ operation }: ReceivedCall) => /^(PUT|POST|DELETE) /.test(operation);

const json = { 'content-type': 'application/json' };
const xml = { 'content-type': 'text/xml; charset=utf-8' };

const envelope = (body: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;

const fault = (code: string, text: string) =>
  envelope(`<e:Fault><faultcode>e:${code}</faultcode><faultstring>${escapeXml(text)}</faultstring></e:Fault>`);

/** A page of a list that is cut to its first tenth. */
function firstTenth(body: unknown, first: number): unknown {
  const page = body as { total: number; items: unknown[] }; // what the sandbox answers to a list
  const total = Math.floor(page.total / 10);
  return { ...page, total, items: page.items.slice(0, Math.max(0, total - first)) };
}

/** Ten nested entities, each ten times the one before: a kilobyte that expands to ten gigabytes. */
function entityBomb(operation: string): string {
  const entity = (level: number) => `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`;
  const entities = Array.from({ length: 9 }, (_, index) => entity(index + 1)).join('');
  const response = `<q:${operation}Response xmlns:q="http://cliq.shared.assaabloy.com/ws/query/v2/">`;
  const person = '<person><identity>&e9;</identity></person>';
  return `<!DOCTYPE e [<!ENTITY e0 "aaaaaaaaaa">${entities}]>${envelope(`${response}${person}</q:${operation}Response>`)}`;
}

/** Fault scripts by name. */
export const scripts = {
  ...commonScripts,
  reset_in_body: {
    does: 'Does what was asked, sends half of the answer and resets the connection.',
    call: () => ({ kind: 'reset_in_answer' }),
  },
  cut_page: {
    does: 'Sends half of the bytes it has announced (length), or ends a list before its total (total).',
    variants: ['length', 'total'],
    call: ({ variant }, { page }) => {
      if (variant === 'length') return { kind: 'short_answer' };
      return { kind: 'alter_items', alter: (items) => (page?.first ? [] : items.slice(0, items.length / 2)) };
    },
  },
  duplicated_page: {
    does: 'Sends the page before once more; a first page holds all its records twice.',
    call: (_, { page }) => {
      if (page && page.first > 0) return { kind: 'shift_page', by: -Math.min(page.first, page.max) };
      return { kind: 'alter_items', alter: (items) => [...items, ...items] };
    },
  },
  changes_behind_our_back: {
    does: 'From the second page on the list is as if its first record had gone meanwhile: one fewer, the rest moved up.',
    call: (_, { page }) => (page && page.first > 0 ? { kind: 'shift_page', by: 1 } : undefined),
  },
  lost_records: {
    does: 'Lists in JSON hold only the first tenth of their records, as if the rest had never been.',
    call: (_, call) => {
      if (!call.page || isQuery(call)) return undefined;
      const { first } = call.page;
      return { kind: 'alter_answer', alter: (body) => firstTenth(body, first) };
    },
  },
  stored_nothing: {
    does: 'Answers a write as if it had been done, and does nothing.',
    call: (_, call) =>
      isWrite(call) ? { kind: 'answer', status: 200, headers: json, body: '{"changed":true}' } : undefined,
  },
  stored_but_500: {
    does: 'Does a write, and answers 500.',
    call: (_, call) => (isWrite(call) ? { kind: 'other_answer', status: 500 } : undefined),
  },
  expired_client_certificate: {
    does: "Ends TLS with the alert that the client's certificate has expired.",
    connection: 'expired_client_certificate',
  },
  garbage: {
    does: 'Answers 200 with bytes that are neither XML nor JSON.',
    call: (_, call) => {
      const headers = isQuery(call) ? xml : json;
      return { kind: 'answer', status: 200, headers, body: '\u0000\u0003PK\u0004 {"<?\uFFFD' };
    },
  },
  soap_fault: {
    does: 'Answers calls of the query service with a SOAP fault that blames the server or the client.',
    variants: ['Server', 'Client'],
    call: ({ variant }, call) => {
      const body = fault(variant, 'The sandbox fails on request.');
      return isQuery(call) ? { kind: 'answer', status: 500, headers: xml, body } : undefined;
    },
  },
  entity_bomb: {
    does: 'Answers 200 with XML that has a document type and entities inside entities.',
    call: (_, { operation }) => {
      return { kind: 'answer', status: 200, headers: xml, body: entityBomb(operation.replace(/\W/g, '')) };
    },
  },
} as const satisfies Record<string, Script<ReceivedCall, Fault>>;

export type ScriptName = keyof typeof scripts;

export const scriptNames = Object.keys(scripts) as ScriptName[]; // keys of the object above
