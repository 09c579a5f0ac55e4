import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MemberChange, WireCylinder, WireKey, WirePerson, WireProfile, WireProgrammingJob } from '../../wire';
import { sandboxDomain } from '../site/city';
import type { State } from './state';
import { StoredEvent } from './stored-event';

const domain = z.string().default(sandboxDomain); // a journal from before there were two names none

/** What happened. Each holds whole records, so that playing one twice does no harm. */
const Entry = z.discriminatedUnion('did', [
  z.object({ did: z.literal('begin'), at: z.iso.datetime() }),
  z.object({ did: z.literal('put_clock_ahead'), ms: z.number() }),
  z.object({ did: z.literal('put_person'), domain, person: WirePerson }),
  z.object({ did: z.literal('put_profile'), domain, profile: WireProfile.omit({ members: true }) }),
  z.object({ did: z.literal('change_members'), domain, reference: z.string(), change: MemberChange }),
  z.object({ did: z.literal('put_cylinder'), domain, cylinder: WireCylinder }),
  z.object({ did: z.literal('put_key'), domain, key: WireKey }),
  z.object({ did: z.literal('put_job'), domain, job: WireProgrammingJob }),
  z.object({
    did: z.literal('take_rights'),
    key: z.string(),
    rights: z.object({ cylinders: z.array(z.string()), groups: z.array(z.string()) }),
  }),
  z.object({ did: z.literal('note_event'), event: StoredEvent.omit({ import_time: true }) }),
  z.object({ did: z.literal('import_event'), event: StoredEvent }),
]);
export type Entry = z.infer<typeof Entry>;

export type Journal = { append(entry: Entry): void; close(): void };

/** Changes nothing when it speaks of a domain that is not there. */
export function applyEntry(state: State, entry: Entry): void {
  if (entry.did === 'take_rights') state.rights.set(entry.key, entry.rights);
  if (entry.did === 'note_event') state.waiting.set(entry.event.external_id, entry.event);
  if (entry.did === 'import_event') {
    state.waiting.delete(entry.event.external_id);
    state.events.put(entry.event);
  }
  const domain = 'domain' in entry ? state.domains.get(entry.domain) : undefined;
  if (!domain) return;
  if (entry.did === 'put_cylinder') domain.cylinders.put(entry.cylinder);
  if (entry.did === 'put_key') domain.keys.put(entry.key);
  if (entry.did === 'put_job') domain.jobs.put(entry.job);
  if (entry.did === 'put_person') {
    domain.persons.put(entry.person);
    if (entry.person.reference !== null) domain.personOf.set(entry.person.reference, entry.person.identity);
  }
  if (entry.did === 'put_profile') {
    domain.profiles.put(entry.profile);
    if (entry.profile.reference !== null) domain.profileOf.set(entry.profile.reference, entry.profile.identity);
  }
  if (entry.did === 'change_members') {
    const members = domain.members.get(entry.reference) ?? new Set();
    for (const person of entry.change.remove) members.delete(person);
    for (const person of entry.change.add) members.add(person);
    domain.members.set(entry.reference, members);
  }
}

/** The shortest journal that leads to this state; that it has begun, and its clock, come on top. */
export function entriesOf(state: State): Entry[] {
  return [
    ...[...state.domains].flatMap(([domain, { persons, profiles, members, cylinders, keys, jobs }]): Entry[] => [
      ...persons.changed().map((person): Entry => ({ did: 'put_person', domain, person })),
      ...profiles.changed().map((profile): Entry => ({ did: 'put_profile', domain, profile })),
      ...[...members].map(([reference, all]): Entry => {
        return { did: 'change_members', domain, reference, change: { add: [...all], remove: [] } };
      }),
      ...cylinders.changed().map((cylinder): Entry => ({ did: 'put_cylinder', domain, cylinder })),
      ...keys.changed().map((key): Entry => ({ did: 'put_key', domain, key })),
      ...jobs.changed().map((job): Entry => ({ did: 'put_job', domain, job })),
    ]),
    ...[...state.rights].map(([key, rights]): Entry => ({ did: 'take_rights', key, rights })),
    ...state.events.changed().map((event): Entry => ({ did: 'import_event', event })),
    ...[...state.waiting.values()].map((event): Entry => ({ did: 'note_event', event })),
  ];
}

const pathOf = (directory: string) => join(directory, 'journal.jsonl');
const lineOf = (entry: Entry) => `${JSON.stringify(entry)}\n`;

/**
 * A last line that broke was being written when the process was killed or the disk was full: nobody was told that it was
 * done.
 * @throws Error over anything else that cannot be read; the journal is left as it is
 */
export function readJournal(directory: string): Entry[] {
  const path = pathOf(directory);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  if (lines.length > 0 && !isJson(lines.at(-1) ?? '')) lines.pop();
  return lines.map((line, index) => readLine(line, `Line ${index + 1} of ${path}`));
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function readLine(line: string, name: string): Entry {
  try {
    return Entry.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(`${name} cannot be read. It is damaged, or of a newer version of the sandbox.`, { cause });
  }
}

/**
 * Replaces the journal of that directory by these entries, and continues it.
 *
 * An entry is in the file before `append` returns, so it survives the end of the process by any means (of the process,
 * not of the machine: nothing is forced to disk). One for which there is no room leaves nothing behind. One process at a
 * time.
 */
export function startJournal(directory: string, entries: readonly Entry[]): Journal {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = pathOf(directory);
  writeFileSync(`${path}.new`, entries.map(lineOf).join(''), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  const file = openSync(path, 'a');
  let { size } = fstatSync(file);
  return {
    append(entry) {
      const line = Buffer.from(lineOf(entry));
      try {
        writeFileSync(file, line); // all of it, or it throws
      } catch (error) {
        ftruncateSync(file, size);
        throw error;
      }
      size += line.length;
    },
    close: () => closeSync(file),
  };
}
