import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MemberChange, WirePerson, WireProfile } from './wire';

const OurPerson = WirePerson.extend({ reference: z.string() });
const OurProfile = WireProfile.omit({ members: true }).extend({ reference: z.string() });

/** What happened. Each holds whole records, so that playing one twice does no harm. */
const Entry = z.discriminatedUnion('did', [
  z.object({ did: z.literal('put_person'), person: OurPerson }),
  z.object({ did: z.literal('put_profile'), profile: OurProfile }),
  z.object({ did: z.literal('change_members'), reference: z.string(), change: MemberChange }),
]);
export type Entry = z.infer<typeof Entry>;

/** All by reference. */
export type State = {
  persons: Map<string, z.infer<typeof OurPerson>>;
  profiles: Map<string, z.infer<typeof OurProfile>>;
  members: Map<string, Set<string>>;
};

export type Journal = { append(entry: Entry): void; close(): void };

export function applyEntry({ persons, profiles, members }: State, entry: Entry): void {
  if (entry.did === 'put_person') persons.set(entry.person.reference, entry.person);
  if (entry.did === 'put_profile') profiles.set(entry.profile.reference, entry.profile);
  if (entry.did === 'change_members') {
    const changed = members.get(entry.reference) ?? new Set();
    for (const person of entry.change.remove) changed.delete(person);
    for (const person of entry.change.add) changed.add(person);
    members.set(entry.reference, changed);
  }
}

/**
 * Brings `state` to where the journal of that directory ends, makes the journal as short as it can be, and continues it.
 *
 * An entry is in the file before `append` returns, so it survives the end of the process by any means (of the process,
 * not of the machine: nothing is forced to disk). One process at a time.
 */
export function openJournal(directory: string, state: State): Journal {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'journal.jsonl');
  for (const entry of existsSync(path) ? readEntries(path) : []) applyEntry(state, entry);
  writeFileSync(`${path}.new`, entriesOf(state).map(lineOf).join(''), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  const file = openSync(path, 'a');
  return {
    append: (entry) => {
      writeSync(file, lineOf(entry));
    },
    close: () => closeSync(file),
  };
}

const lineOf = (entry: Entry) => `${JSON.stringify(entry)}\n`;

/** A last line without its end was being written when the process was killed: nobody was told that it was done. */
function readEntries(path: string): Entry[] {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => Entry.parse(JSON.parse(line)));
}

/** The shortest journal that leads to this state. */
function entriesOf({ persons, profiles, members }: State): Entry[] {
  return [
    ...[...persons.values()].map((person): Entry => ({ did: 'put_person', person })),
    ...[...profiles.values()].map((profile): Entry => ({ did: 'put_profile', profile })),
    ...[...members].map(([reference, all]): Entry => {
      return { did: 'change_members', reference, change: { add: [...all], remove: [] } };
    }),
  ];
}
