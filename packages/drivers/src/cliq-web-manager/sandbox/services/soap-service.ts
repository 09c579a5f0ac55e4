import type { RecordedAccessEvent } from '../../../key-system-driver';
import type { Records } from '../../../sandbox-kit/records';
import { getKey, getPerson } from '../system/find-record';
import type { System } from '../system/system';
import type { Answer, ReceivedCall } from './answer';
import { auditTrailEntry, keyDetailsEntry, keyEntry, personEntry } from './soap-entries';
import { readSoapRequest, type SoapRequest } from './soap-request';

/** Maximum page size of audit trails. */
const maxPage = 1_000;

/**
 * Answers one call of the vendor's query service, with the messages of `query-wire.ts`. Read-only, and without domains,
 * because its certificate belongs to one locking system. `shift` is the number of records by which a fault moves the page.
 */
export function answerQuery(system: System, { method }: ReceivedCall, body: string, shift = 0): Answer {
  if (method !== 'POST') return { form: 'html', status: 405, title: 'HTTP Status 405 – Method Not Allowed' };
  const request = readSoapRequest(body);
  if (!request) return fault('The request is not a SOAP 1.1 envelope with one operation.');
  try {
    const entries = answer(system, request, shift);
    return { form: 'soap', status: 200, operation: request.operation, entries };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fault(error.message);
  }
}

const fault = (message: string): Answer => ({ form: 'soap_fault', status: 500, code: 'Client', message });

function answer(system: System, request: SoapRequest, shift: number): string[] {
  switch (request.operation) {
    case 'getPersons':
      return [...system.domains.values()].flatMap(({ persons }) => persons.slice(0, persons.total()).map(personEntry));
    case 'getKeysForPerson':
      return keysForPerson(system, textOf(request, 'personIdentity'));
    case 'getKeyDetails':
      return [keyDetailsEntry(getKey(system, textOf(request, 'keyIdentity')).record)];
    case 'getAuditTrails':
      return auditTrails(system.events, request, shift);
    default:
      throw new RangeError(`There is no operation ${request.operation}.`);
  }
}

function keysForPerson(system: System, identity: string): string[] {
  getPerson(system, identity);
  return [...system.domains.values()].flatMap(({ keys }) => keys.heldBy(identity).map(keyEntry));
}

function auditTrails(events: Records<RecordedAccessEvent>, request: SoapRequest, shift: number): string[] {
  const from = firstImported(events, instantOf(request, 'from') ?? Number.NaN);
  const to = instantOf(request, 'to');
  const end = to === undefined ? events.total() : firstImported(events, to);
  const first = from + numberOf(request, 'firstResult', 0) + shift;
  const page = Math.min(numberOf(request, 'maxResults', maxPage), maxPage);
  return events.slice(first, Math.min(end, first + page)).map(auditTrailEntry);
}

/** Position of the first event imported at that instant or later; events are in order of import. */
function firstImported(events: Records<RecordedAccessEvent>, ms: number): number {
  if (Number.isNaN(ms)) throw new RangeError('importDateInterval/from is missing or not a time with a zone.');
  const instant = new Date(ms).toISOString();
  let low = 0;
  let high = events.total();
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events.at(middle)?.import_time ?? '') < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

function textOf({ parameters }: SoapRequest, name: string): string {
  const text = parameters.get(name);
  if (text === undefined || text === '') throw new RangeError(`${name} is missing.`);
  return text;
}

function numberOf({ parameters }: SoapRequest, name: string, otherwise: number): number {
  const text = parameters.get(name);
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${name} is not a number.`);
  return Number(text);
}

function instantOf({ parameters }: SoapRequest, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  return /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
}
