import { randomUUID } from 'node:crypto';
import type { RecordedPerson, RecordedProfile } from '@key2xs/drivers';
import type { TestApp } from '#test/app';
import { aHouse, aProfile, aRule, cylinder, group, profile } from './key-plans';
import { asAnotherClient } from './key-systems';

type Entered = { surname: string; department: string; identity: string };

/** Enters a person by hand. @returns the identity there */
const enterPerson = ({ sandbox }: TestApp, { surname, number }: { surname: string; number: string | null }): string =>
  sandbox.act('create-person', { first_name: 'Ida', surname, employee_id: number }).identity;

/** Makes a profile by hand, with these members. @returns the identity there */
function makeProfile({ sandbox }: TestApp, name: string, doors: string[], members: readonly string[]): string {
  const { identity } = sandbox.act('create-profile', { name, doors });
  for (const person of members) sandbox.act('add-member', { profile: identity, person });
  return identity;
}

/**
 * A house whose key system holds two profiles made by hand, each with two people of one department who were entered by hand,
 * and a third with one person, who is in the first too; and an active plan that means exactly the same.
 */
export async function aHouseByHand(app: TestApp) {
  const run = randomUUID().slice(0, 8);
  const people = ['Ward', 'Ward', 'Lab', 'Lab'].map((department, at) => ({
    department,
    surname: `Nye ${run} ${at}`,
    number: `${run}-${at}`,
  }));
  const house = await aHouse(
    app,
    people.map(({ department, surname, number }, at) => ({
      department,
      display_name: `Ida ${surname}`,
      given_name: 'Ida',
      family_name: surname,
      email: `${run}-${at}@acme.test`,
      employee_id: number,
      job_title: at === 0 ? `Head ${run}` : null,
    })),
  );
  const entered = people.map(({ surname, number, department }): Entered => {
    return { surname, department, identity: enterPerson(app, { surname, number }) };
  });
  const identitiesOf = (department: string) =>
    entered.flatMap((person) => (person.department === department ? person.identity : []));
  const profiles = {
    ward: makeProfile(app, `Nurses ${run}`, ['G-01'], identitiesOf('Ward')),
    lab: makeProfile(app, `Chemists ${run}`, ['C-0181', 'C-0182'], identitiesOf('Lab')),
    single: makeProfile(app, `Cellar of Nye ${run}`, ['C-0183'], [entered[0]?.identity ?? '']),
  };
  const { plan, source, system } = house;
  const cylinders = ['C-0182', 'C-0181'].map((id) => system.cylinder(id).id);
  const labProfile = await aProfile(app, plan, { cylinders });
  const rules = {
    ward: await aRule(app, {
      plan,
      source,
      name: 'Ward doors',
      departments: ['Ward'],
      objects: [group(system.group('G-01').id)],
    }),
    lab: await aRule(app, { plan, source, name: 'Lab doors', departments: ['Lab'], objects: [profile(labProfile.id)] }),
    single: await aRule(app, {
      plan,
      source,
      name: 'Head',
      job_titles: [`Head ${run}`],
      objects: [cylinder(system.cylinder('C-0183').id)],
    }),
  };
  return { ...house, run, entered, profiles, rules, labProfile: labProfile.id };
}

/** All persons and profiles as another client of the sandbox reads them. */
export const readEverything = (app: TestApp) =>
  asAnotherClient(app, async (session) => {
    const persons: RecordedPerson[] = [];
    const profiles: RecordedProfile[] = [];
    for await (const page of session.listPersons()) persons.push(...page);
    for await (const page of session.listProfiles()) profiles.push(...page);
    return { persons, profiles };
  });
