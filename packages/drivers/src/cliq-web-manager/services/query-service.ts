import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { DriverError } from '../../driver-error';
import type {
  AccessEventCursor,
  HeldKeys,
  RecordedAccessEvent,
  RecordedKey,
  RecordedPerson,
} from '../../key-system-driver';
import { checkAnswer } from '../../transport/check-answer';
import { mapConcurrently } from '../../transport/gate';
import {
  eventPageSize,
  type Operation,
  QueriedEvent,
  QueriedKey,
  QueriedKeyDetails,
  QueriedPerson,
} from '../query-wire';
import type { Parameters, SoapClient } from '../transport/soap-client';

/** The vendor's query service: read-only, and with less data than our own service; see `query-wire.ts`. */
export type QueryService = {
  /** The cheapest call. Resolves if the service answers. */
  greet(now: Date): Promise<void>;
  listPersons(): AsyncGenerator<RecordedPerson[], void, undefined>;
  /** Keys with a holder, without deleted ones. Makes a call per person and per key. */
  listKeys(): AsyncGenerator<RecordedKey[], void, undefined>;
  /** The same in pages of several holders, ordered by identity, starting after `after`. */
  listHeldKeys(after?: string): AsyncGenerator<HeldKeys, void, undefined>;
  /** In order of import, from that cursor on; empty at the end. */
  readEvents(cursor: AccessEventCursor): Promise<RecordedAccessEvent[]>;
};

/** Persons per page of keys: enough to use all concurrent calls, few enough to be quick. */
const holdersPerPage = 40;
const personsPerPage = 1_000;

/** @param width number of concurrent calls */
export function createQueryService(client: SoapClient, width: number): QueryService {
  async function ask<T>(operation: Operation, record: z.ZodType<T>, parameters?: Parameters): Promise<T[]> {
    const records = await client.ask(operation, parameters);
    return records.map((fields) => checkAnswer(record, fields));
  }

  const askEvents = (from: string, firstResult: number, maxResults: number) =>
    ask('getAuditTrails', QueriedEvent, {
      importDateInterval: { from },
      pagination: { firstResult: String(firstResult), maxResults: String(maxResults) },
    });

  async function readKeysOf(holder: string): Promise<RecordedKey[]> {
    const keys = await ask('getKeysForPerson', QueriedKey, { personIdentity: holder });
    return mapConcurrently(
      keys.filter(({ deleted }) => !deleted),
      width,
      async (key) => {
        const [details] = await ask('getKeyDetails', QueriedKeyDetails, { keyIdentity: key.identity });
        if (!details)
          throw new DriverError('bad_answer', { detail: say('circumstance.noKeyDetails', { key: key.identity }) });
        return presentKey(key, details, holder);
      },
    );
  }

  async function* listHeldKeys(after = ''): AsyncGenerator<HeldKeys, void, undefined> {
    const persons = await ask('getPersons', QueriedPerson);
    const identities = persons.map(({ identity }) => identity).filter((identity) => identity > after);
    for (const holders of pages(identities.sort(), holdersPerPage)) {
      const keys = await mapConcurrently(holders, width, readKeysOf);
      yield { keys: keys.flat(), after: holders.at(-1) ?? after };
    }
  }

  return {
    async greet(now) {
      await askEvents(now.toISOString(), 0, 1);
    },
    async *listPersons() {
      const persons = await ask('getPersons', QueriedPerson);
      rejectDuplicates(persons);
      yield* pages(persons.map(presentPerson), personsPerPage);
    },
    async *listKeys() {
      const known = new Set<string>();
      // A key that changed hands meanwhile occurs twice; list it once.
      const isNew = ({ external_id }: RecordedKey) => known.size < known.add(external_id).size;
      for await (const { keys } of listHeldKeys()) {
        const page = keys.filter(isNew);
        if (page.length > 0) yield page;
      }
    },
    listHeldKeys,
    async readEvents({ import_time, skip }) {
      return (await askEvents(import_time, skip, eventPageSize)).map(presentEvent);
    },
  };
}

function* pages<T>(all: readonly T[], size: number): Generator<T[], void, undefined> {
  for (let first = 0; first < all.length; first += size) yield all.slice(first, first + size);
}

function rejectDuplicates(persons: readonly { identity: string }[]): void {
  const seen = new Set<string>();
  for (const { identity } of persons) {
    if (seen.has(identity))
      throw new DriverError('bad_answer', { detail: say('circumstance.recordTwice', { record: identity }) });
    seen.add(identity);
  }
}

const presentPerson = ({ identity, firstName, surname, deleted }: z.infer<typeof QueriedPerson>): RecordedPerson => ({
  identity,
  reference: null,
  first_name: firstName,
  surname,
  email: null,
  employee_id: null,
  active: !deleted,
});

function presentKey(
  { identity, name, marking, type }: z.infer<typeof QueriedKey>,
  { operationalStatus, lastRemoteUpdate }: z.infer<typeof QueriedKeyDetails>,
  holder: string,
): RecordedKey {
  return {
    external_id: identity,
    name,
    marking,
    serial: '', // not provided by the query service
    key_type: keyTypeOf(type),
    holder_identity: holder,
    state: inSnakeCase(operationalStatus),
    last_update_at: lastRemoteUpdate,
    times: null, // nor are these
    access: null,
    access_list: null,
    changed_at: null,
  };
}

/** The vendor's list of types is not public: looks for the distinctive word anywhere in the text. */
function keyTypeOf(type: string): RecordedKey['key_type'] {
  const [found] = /connect|dynamic|quartz/.exec(type.toLowerCase()) ?? [];
  return found === 'connect' || found === 'dynamic' || found === 'quartz' ? found : 'normal';
}

/** Maps 'HandedOut', 'HANDED_OUT' and 'Handed out' to one state. */
const inSnakeCase = (text: string): string =>
  text
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();

const presentEvent = (event: z.infer<typeof QueriedEvent>): RecordedAccessEvent => ({
  external_id: event.identity,
  event_time: event.eventDate,
  import_time: event.importDate,
  source: event.source,
  key_external_id: event.keyIdentity,
  cylinder_external_id: event.cylinderIdentity,
  person_identity: event.personIdentity,
  result: event.result,
  reason: event.reason,
});
