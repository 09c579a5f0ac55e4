import { randomUUID } from 'node:crypto';
import { type Input, type WorkItem, workList } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import type { Insertable } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Schema } from '#platform/schema/schema';
import { expect, type TestApp } from '#test/app';
import { aHouse, aProfile, aRule, profile } from './key-plans';

/** Limits the sandbox to the query service until the end of the test; the connection detects it. */
export async function offerQueryOnly({ db, sandbox }: TestApp, keySystemId: string): Promise<void> {
  sandbox.offer('query_only');
  onTestFinished(() => sandbox.offer('full'));
  await db.updateTable('key_system_connection').set({ capabilities: [] }).where('id', '=', keySystemId).execute();
}

/** Limits the capabilities of the connection, whatever the key system offers. */
export const allowOnly = ({ db }: TestApp, keySystemId: string, capabilities: string[]) =>
  db.updateTable('key_system_connection').set({ capabilities }).where('id', '=', keySystemId).execute();

export type PersonNames = { given_name: string; family_name: string; employee_id?: string; email?: string };

/** Family names that no other test uses: the sandbox keeps its persons from one test to the next. */
export const aFamily = (): string => `Brackwater-${randomUUID().slice(0, 8)}`;

/** A fire department of these people, with one rule that gives it group G-01. */
export async function aFireDepartment(app: TestApp, people: readonly PersonNames[]) {
  const staff = people.map((person) => ({
    ...person,
    display_name: `${person.given_name} ${person.family_name}`,
    department: 'Fire department',
  }));
  const house = await aHouse(app, staff);
  const { plan, source, system } = house;
  const { id: profileId } = await aProfile(app, plan, { groups: [system.group('G-01').id] });
  const objects = [profile(profileId)];
  const rule = await aRule(app, { plan, source, name: 'Fire department', departments: ['Fire department'], objects });
  return { ...house, rule, profileId };
}

type Row = Insertable<Schema['work_item']>;

const createOdo = say('work.createPerson', {
  person: say('work.person', { name: 'Odo Brackwater', number: '4711' }),
});

type Changes = Omit<Partial<Row>, 'what'> & { person?: string; what?: string; sentence?: Sentence };

/** An open entry for a person, by default for a new one. `person` is the reference of the person. */
export async function anEntry(
  { db }: TestApp,
  connection_id: string,
  { person = randomUUID(), what, sentence = createOdo, ...values }: Changes = {},
): Promise<string> {
  const { id = randomUUID() } = values;
  const reference = person;
  const write = { reference, first_name: 'Odo', surname: 'Brackwater', email: null, employee_id: '4711' };
  const row: Row = {
    id,
    connection_id,
    change_set_id: null,
    kind: 'person_create',
    signature: `person_create ${reference}`,
    person_id: reference,
    label: 'Odo Brackwater',
    reference: '4711',
    search_text: (values.search_text ?? `${values.label ?? 'odo brackwater'} 4711 create the person`).toLowerCase(),
    what: JSON.stringify(what === undefined ? sentence : say('asWritten', { text: what })),
    place: JSON.stringify(say('work.places.persons')),
    why: JSON.stringify(say('because.reaches', { rule: say('because.aRule') })),
    write: JSON.stringify(write),
    assigned_to: null,
    closed_by: null,
    ordinal: 1,
    ...values,
  };
  await db.insertInto('work_item').values(row).execute();
  return id;
}

type Query = Input<typeof workList.list>['query'];

/** The work list, by default its open entries. */
export async function listWork(app: TestApp, query: Query = {}): Promise<WorkItem[]> {
  const { body } = await app.as('superadmin').call(workList.list, { query: { limit: 200, ...query } });
  expect(body.total).toBe(body.items.length);
  return body.items;
}

export const openKinds = async (app: TestApp): Promise<string[]> => (await listWork(app)).map(({ kind }) => kind);

/** Ticks entries by hand, by default all open ones. */
export async function tickByHand(app: TestApp, entries?: readonly WorkItem[], note?: string): Promise<number> {
  const ids = (entries ?? (await listWork(app))).map(({ id }) => id);
  const { body } = await app.as('superadmin').call(workList.markDone, { body: { ids, note } });
  return body.changed;
}

/** Entries of one kind. */
export const ofKind = (entries: readonly WorkItem[], kind: WorkItem['kind']): WorkItem[] =>
  entries.filter((entry) => entry.kind === kind);
