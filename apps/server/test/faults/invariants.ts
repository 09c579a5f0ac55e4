import { sql } from 'kysely';
import { openDoors } from '#test/factories/key-systems';
import { runTaskJob } from '../../src/features/tasks/job-name';
import { outcomeOf, type Read, readDirectory, type Writes, writeRights } from './cycle';
import { type House, rules } from './house-facts';

/**
 * Invariants under any fault, checked against the directory's sandbox, the database and the key system's sandbox, without the
 * product's own logic. Every function returns a sentence per violation.
 */

type Rights = ReadonlySet<string>;

const without = (some: Rights, others: Rights) => [...some].filter((one) => !others.has(one));

function* peopleThere({ app: { entra } }: House) {
  const { people } = entra.directory;
  for (let at = 0; at < people.total(); at++) {
    const person = people.at(at);
    if (person?.gone === null) yield person;
  }
}

const knownPeople = ({ app: { db }, source }: House) =>
  db
    .selectFrom('person')
    .selectAll()
    .select(
      sql<string>`(select string_agg(name, ';' order by name) from person_group where id = any(group_ids))`.as(
        'groups',
      ),
    )
    .select([sql<string | null>`starts_on::text`.as('from'), sql<string | null>`ends_on::text`.as('until')])
    .where('connection_id', '=', source)
    .where('superseded_at', 'is', null)
    .execute();

/** `person>doors` that the rules give to the people of the directory, by plain loops. */
async function wantedRights(house: House): Promise<Rights> {
  const known = new Map((await knownPeople(house)).map(({ id, external_id }) => [external_id, id]));
  const wanted = new Set<string>();
  for (const person of peopleThere(house)) {
    if (!person.accountEnabled) continue;
    for (const { field, value, doors } of rules) {
      if (person[field] === value) wanted.add(`${known.get(person.id) ?? person.displayName}>${doors}`);
    }
  }
  return wanted;
}

/** Our people equal the directory, field by field. */
export async function differencesOfPeople(house: House): Promise<string[]> {
  const known = new Map((await knownPeople(house)).map((person) => [person.external_id, person]));
  const groups = groupsByPerson(house);
  const wrong: string[] = [];
  for (const person of peopleThere(house)) {
    const ours = known.get(person.id);
    known.delete(person.id);
    const theirs = [
      person.userPrincipalName,
      person.displayName,
      person.mail,
      person.jobTitle,
      person.department,
      person.employeeId,
      person.accountEnabled,
      person.employeeHireDate?.slice(0, 10) ?? null,
      person.employeeLeaveDateTime?.slice(0, 10) ?? null,
      groups.get(person.id)?.sort().join(';') ?? null,
    ];
    const kept = ours && [
      ours.username,
      ours.display_name,
      ours.email,
      ours.job_title,
      ours.department,
      ours.employee_id,
      ours.active,
      ours.from,
      ours.until,
      ours.groups,
    ];
    if (JSON.stringify(kept) !== JSON.stringify(theirs)) wrong.push(`${kept} is kept of ${theirs}`);
  }
  for (const { state, display_name } of known.values()) {
    if (state !== 'left') wrong.push(`${display_name} is ${state} and not in the directory`);
  }
  return wrong;
}

function groupsByPerson({ app: { entra } }: House): Map<string, string[]> {
  const { groups, members } = entra.directory;
  const found = new Map<string, string[]>();
  for (let at = 0; at < groups.total(); at++) {
    const group = groups.at(at);
    if (group?.gone !== null) continue;
    for (const id of members(group.id, undefined, 100_000).ids) {
      found.set(id, [...(found.get(id) ?? []), group.displayName]);
    }
  }
  return found;
}

/** The key system equals the rules applied to the directory. */
export async function differencesOfRights(house: House): Promise<string[]> {
  const [wanted, held] = [await wantedRights(house), openDoors(house.app.sandbox.inspect())];
  return [
    ...without(wanted, held).map((right) => `${right} is missing`),
    ...without(held, wanted).map((right) => `${right} is too much`),
  ];
}

/** At no write did a person hold a right of neither state, and no right was granted before all removals. */
export async function wrongSteps(house: House, { seen }: Writes): Promise<string[]> {
  const [before = new Set<string>()] = seen;
  const wanted = await wantedRights(house);
  const after = seen.at(-1) ?? before;
  const opened = new Set(seen.flatMap((doors) => [...doors].filter((one) => !before.has(one) && !wanted.has(one))));
  const firstGrant = seen.find((doors) => without(doors, before).length > 0) ?? new Set<string>();
  const late = without(before, after).filter((right) => firstGrant.has(right));
  return [
    ...[...opened].map((right) => `${right} was open in between`),
    ...late.map((right) => `${right} was taken after something was given`),
  ];
}

/** No duplicates, here or in the key system. */
export async function doubles({ app: { db, sandbox } }: House): Promise<string[]> {
  const { persons, profiles } = sandbox.inspect();
  const people = await db
    .selectFrom('person')
    .select(['connection_id', 'external_id'])
    .where('superseded_at', 'is', null)
    .execute();
  return [
    ...repeated(people.map(({ connection_id, external_id }) => `${connection_id} ${external_id}`)),
    ...repeated(persons.map(({ reference }) => `${reference}`)),
    ...repeated(persons.flatMap(({ active, employee_id }) => (active && employee_id ? [employee_id] : []))),
    ...repeated(profiles.map(({ reference }) => `${reference}`)),
    ...profiles.flatMap(({ members }) => repeated(members)),
  ].map((one) => `${one} is there twice`);
}

const repeated = (all: readonly string[]) => all.filter((one, at) => all.indexOf(one) !== at);

/** No task runs forever, is set aside without a reason, or stays unfinished. */
export async function leftovers({ app: { db } }: House): Promise<string[]> {
  const tasks = await db.selectFrom('sync_task').selectAll().execute();
  const parked = await db.selectFrom('parked_person').select(['label', 'reason']).execute();
  const begun = await db
    .selectFrom('change_set')
    .select('state')
    .where('state', 'in', ['computing', 'applying'])
    .execute();
  const jobs = await db.selectFrom('job').select(['kind', 'key']).where('kind', '=', runTaskJob).execute();
  const unclear = tasks.filter(({ status, error, result }) => !(status === 'FAILURE' ? error : result));
  return [
    ...tasks.filter(({ completed_at }) => !completed_at).map(({ id, status }) => `task ${id} is ${status}`),
    ...unclear.map(({ id, status }) => `task ${id} is ${status} and does not say why`),
    ...parked.filter(({ reason }) => !reason?.code).map(({ label }) => `${label} waits without a reason`),
    ...begun.map(({ state }) => `changes are left ${state}`),
    ...jobs.map(({ key }) => `task ${key} has a job left`),
  ];
}

/** A run that reports success has applied everything except for its reported problems. */
export async function dishonesty(house: House, read: Read): Promise<string[]> {
  if (!['applied', 'nothing_to_do'].includes(outcomeOf(read)) || !('task' in read)) return [];
  const { problem = 0, conflict = 0 } = read.task.result?.counts ?? {};
  const wrong = await differencesOfPeople(house);
  return wrong.length > problem + conflict ? wrong.map((one) => `said to be done: ${one}`) : [];
}

/** No calls during a requested pause, too often, or to a foreign address. */
export function rudeness({ app: { entra } }: House, most: number): string[] {
  const calls = entra.calls();
  const pauseMs = (entra.state().scripts.find(({ name }) => name.endsWith('retry_after'))?.amount ?? 0) * 1_000;
  const early = calls.filter(({ at }, n) => {
    const before = calls[n - 1];
    return before?.script?.endsWith('retry_after') && at - before.at < pauseMs - clockStepMs;
  });
  const own = new URL(entra.graph_url).host;
  const misled = entra.log().filter(({ host, has_token }) => has_token && host !== own);
  return [
    ...early.map(({ operation }) => `${operation} came in the time that was asked for`),
    ...(calls.length > most ? [`${calls.length} calls`] : []),
    ...misled.map(({ host }) => `a token went to ${host}`),
  ];
}

/** Tolerance, because the two ends of a pause are measured at different places. */
const clockStepMs = 10;

/** Each granted or removed right is once in an applied change set, with a reason, and the audit log contains that change set. */
export async function unaccounted({ app: { db } }: House, { seen, task }: Writes): Promise<string[]> {
  const [before = new Set<string>()] = seen;
  const after = seen.at(-1) ?? before;
  const id = task.change_set_id ?? '';
  const people = await db.selectFrom('change_set_person').selectAll().where('change_set_id', '=', id).execute();
  const events = await db
    .selectFrom('audit_event')
    .select('actor_name')
    .where('action', '=', 'change_set.applied')
    .where('target_id', '=', id)
    .execute();
  const changes = [...without(before, after), ...without(after, before)];
  const wrong = changes.filter((right) => {
    const own = people.filter(({ person_id }) => right.startsWith(person_id));
    return own.length !== 1 || own.some(({ because }) => because.length === 0);
  });
  const isNamed = events.length === 1 && events[0]?.actor_name;
  if (changes.length > 0 && !isNamed) wrong.push(`${changes.length} changes of one sync`);
  return wrong.map((right) => `${right} changed and is not accounted for`);
}

/** A further cycle in a consistent state finds nothing to do and writes nothing. */
export async function restlessness(house: House): Promise<string[]> {
  const { db, sandbox } = house.app;
  const rows = async () => {
    const { rows } = await sql<{ row: string }>`select concat(ctid, xmin) as row from person order by 1`.execute(db);
    return rows.map(({ row }) => row).join();
  };
  const [before, { writes }] = [await rows(), sandbox.inspect()];
  const read = outcomeOf(await readDirectory(house));
  const { task } = await writeRights(house);
  const [after, { writes: later }] = [await rows(), sandbox.inspect()];
  return [
    ...(read === 'nothing_to_do' ? [] : [`the next run is ${read}`]),
    ...(task.result?.outcome === 'nothing_to_do' ? [] : [`the next sync is ${task.result?.outcome}`]),
    ...(before === after ? [] : ['people are written again']),
    ...(later === writes ? [] : [`${later - writes} writes to the key system`]),
  ];
}
