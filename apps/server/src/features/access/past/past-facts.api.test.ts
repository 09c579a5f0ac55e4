import { randomUUID } from 'node:crypto';
import { type AccessFacts, evaluateAccess, indexAccess } from '@key2xs/domain';
import type { Db, Tx } from '#platform/deps';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aProfile, aRule, bringIntoForce, cylinder, group, profile } from '#test/factories/key-plans';
import { aPerson } from '#test/factories/people';
import { momentOf } from '#test/past';
import { loadFacts } from '../live/load-facts';
import { loadFactsAt } from './load-facts-at';

/** Numbers from 0 to 1 that are the same in every run. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const departments = ['Ward', 'Gate', 'Kitchen', null];
const zones = ['Asia/Tokyo', 'America/Lima', null];

async function aTown(app: TestApp) {
  const people = Array.from({ length: 6 }, (_, i) => ({ display_name: `Person ${i}`, department: departments[i % 4] }));
  const house = await aHouse(app, people);
  const { plan, source, system } = house;
  const sites = [randomUUID(), randomUUID()];
  for (const id of sites) await app.db.insertInto('location').values({ id, name: id, type: 'site' }).execute();
  const doors = ['C-0001', 'C-0002', 'C-0005', 'C-0030'].map((marking) => system.cylinder(marking).id);
  const groups = ['G-01', 'G-02'].map((name) => system.group(name).id);
  const [first = '', second = ''] = doors;
  const { id: both } = await aProfile(app, plan, { cylinders: [second], groups });
  const hours = [{ days: [1, 2, 3], from: '08:00', to: '16:00', valid_from: null, valid_until: null }];
  await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(first), profile(both)] });
  await aRule(app, {
    plan,
    source,
    departments: ['Gate'],
    objects: [group(groups[0] ?? '')],
    time_restrictions: hours,
  });
  return { ...house, sites, doors, groups };
}

type Town = Awaited<ReturnType<typeof aTown>>;

/** One edit of something on which access depends, or of something on which it does not. */
async function editAnything(app: TestApp, town: Town, chance: () => number): Promise<void> {
  const { db } = app;
  const one = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T; // never empty
  const person = () => db.updateTable('person').where('id', '=', one(town.persons));
  const read = () => db.updateTable('key_system_cylinder').where('id', '=', one(town.doors));
  const door = () => db.updateTable('door').where('id', '=', one(town.doors));
  const edits = [
    () =>
      person()
        .set({ department: one(departments) })
        .execute(),
    () =>
      person()
        .set({ active: chance() < 0.5 })
        .execute(),
    () =>
      person()
        .set({ job_title: one(['Nurse', null]), email: `${chance()}@example.org` })
        .execute(),
    () =>
      db
        .updateTable('person')
        .set({ department: one(departments) })
        .execute(),
    () =>
      read()
        .set({ group_id: one([...town.groups, null]) })
        .execute(),
    () =>
      door()
        .set({ placed_by: 'hand', location_id: one([...town.sites, null]) })
        .execute(),
    () =>
      read()
        .set({ deleted_at: chance() < 0.5 ? new Date() : null })
        .execute(),
    () =>
      db
        .updateTable('location')
        .set({ time_zone: one(zones) })
        .where('id', '=', one(town.sites))
        .execute(),
    () =>
      inForce(db, (tx) =>
        tx
          .updateTable('access_rule')
          .set({ is_active: chance() < 0.5 })
          .execute(),
      ),
    () =>
      inForce(db, (tx) =>
        tx
          .updateTable('key_plan')
          .set({ is_active: chance() < 0.7 })
          .execute(),
      ),
    () =>
      inForce(db, (tx) =>
        tx
          .updateTable('access_rule_subject')
          .set({ subject_identifier: one(['Ward', 'Gate', 'Kitchen']) })
          .execute(),
      ),
    () => inForce(db, (tx) => tx.deleteFrom('access_profile_cylinder').execute()),
    async () => {
      const { id } = await aPerson(app, { connection_id: town.source, department: one(departments) });
      town.persons.push(id);
    },
    async () => {
      if (town.persons.length > 3) await db.deleteFrom('person').where('id', '=', one(town.persons)).execute();
    },
  ];
  await one(edits)();
}

const inForce = (db: Db, edit: (tx: Tx) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await edit(tx);
    await bringIntoForce(tx);
  });

/** Facts in an order of their own, and what everybody may open by them. */
function pictureOf(facts: AccessFacts, persons: readonly string[], at: string) {
  const sorted = (rows: Iterable<{ id: string }>) => [...rows].map((row) => JSON.stringify(plain(row))).sort();
  const index = indexAccess(facts);
  return {
    people: sorted(facts.people),
    cylinders: sorted(facts.cylinders),
    locations: sorted(facts.locations),
    profiles: sorted(facts.profiles),
    rules: sorted(facts.rules),
    access: persons.map((id) => evaluateAccess(index, id, at)),
  };
}

const plain = ({ deleted_at: _, ...row }: { id: string; deleted_at?: unknown }) =>
  Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

test.for([1, 2, 3, 4])('facts of any moment are those that were read at it (%i)', async (seed, { app }) => {
  const town = await aTown(app);
  const chance = chances(seed);
  const noted: { at: string; picture: ReturnType<typeof pictureOf> }[] = [];
  for (let edit = 0; edit < 40; edit++) {
    await editAnything(app, town, chance);
    if (chance() < 0.6) continue;
    const at = await momentOf(app);
    noted.push({ at, picture: pictureOf(await loadFacts(app.db), town.persons, at) });
  }
  expect(new Set(noted.map(({ picture }) => JSON.stringify(picture))).size).toBeGreaterThan(5);
  for (const { at, picture } of noted) {
    const facts = await loadFactsAt(app.db, new Date(at));
    expect(pictureOf(facts, town.persons.slice(0, picture.access.length), at), at).toEqual(picture);
  }
});
