import { randomUUID } from 'node:crypto';
import type { TestApp } from '#test/app';
import { mirrored } from './doors';
import { aConnection } from './iam';
import { aKeySystem } from './key-systems';
import { aPerson } from './people';

const jobs = ['Nurse', 'Doctor'] as const;
const departments = ['Surgery', 'Cardiology'] as const;

/** Doors that grown access gives to people, by department and job. */
const granted: Record<string, readonly string[]> = {
  'Surgery Nurse': ['S-1', 'S-2', 'MAIN'],
  'Surgery Doctor': ['S-1', 'S-3', 'MAIN'],
  'Cardiology Nurse': ['K-1', 'MAIN'],
  'Cardiology Doctor': ['K-1', 'K-2', 'MAIN'],
};

/**
 * A house in which others have given people doors over the years: every person has a profile of their own in the key system, known
 * there by the employee number. One person has a door more than the others alike; one holder is in no identity source.
 * @returns how many rights the people have
 */
export async function aGrownHouse(app: TestApp, { each = 4 } = {}) {
  const source = await aConnection(app);
  const system = await aKeySystem(app, { name: 'Clinic' });
  const doors = ['S-1', 'S-2', 'S-3', 'K-1', 'K-2', 'MAIN', 'LAB'];
  await mirrored(
    app,
    system.id,
    [],
    doors.map((marking) => ({ marking })),
  );
  let rights = 0;
  let number = 0;
  for (const department of departments) {
    for (const job_title of jobs) {
      for (let n = 0; n < each; n++) {
        const employee_id = `N${++number}`;
        await aPerson(app, { connection_id: source.id, employee_id, department, job_title, display_name: employee_id });
        const extra = number === 1 ? ['LAB'] : [];
        const held = [...(granted[`${department} ${job_title}`] ?? []), ...extra];
        await aGrant(app, system.id, { employee_id, name: employee_id, doors: held });
        rights += held.length;
      }
    }
  }
  await aGrant(app, system.id, { employee_id: 'gone', name: 'Former', doors: ['MAIN', 'S-1'] });
  return { source: source.id, system: system.id, rights, people: number, doors: doors.length };
}

type Grant = { employee_id: string; name: string; doors: readonly string[] };

/** A person and their profile in a key system, neither of ours. */
async function aGrant({ db }: TestApp, connection_id: string, { employee_id, name, doors }: Grant): Promise<void> {
  const identity = `P-${employee_id}`;
  const at = new Date();
  await db
    .insertInto('recorded_person')
    .values({
      connection_id,
      identity,
      first_name: name,
      surname: '',
      employee_id,
      email: null,
      active: true,
      first_read_at: at,
    })
    .execute();
  await db
    .insertInto('recorded_profile')
    .values({
      id: randomUUID(),
      connection_id,
      identity: `R-${employee_id}`,
      name: `Access of ${name}`,
      description: '',
      first_read_at: at,
      door_ids: doors.map((marking) => `C ${marking}`),
      group_ids: [],
      schedule: '[]',
      member_identities: [identity],
      member_references: [],
    })
    .execute();
}
