import type { TestApp } from './app';

type SandboxState = ReturnType<TestApp['sandbox']['inspect']>;
/** `person>cylinder` */
type Rights = ReadonlySet<string>;

/** The rights that the plans in force give, by plain loops over the tables; for rules of departments over groups. */
export async function wantedRights({ db }: TestApp, keySystemId: string): Promise<Rights> {
  const people = await db.selectFrom('person').selectAll().where('active', '=', true).execute();
  const cylinders = await db.selectFrom('cylinder').selectAll().where('connection_id', '=', keySystemId).execute();
  const plans = await db.selectFrom('key_plan').selectAll().where('is_active', '=', true).execute();
  const links = await db.selectFrom('key_plan_key_system').selectAll().execute();
  const sources = await db.selectFrom('key_plan_iam_connection').selectAll().execute();
  const parts = await db.selectFrom('key_plan_part').selectAll().where('until', 'is', null).execute();
  const wanted = new Set<string>();
  for (const { id } of plans) {
    if (!links.some((link) => link.keyplan_id === id && link.connection_id === keySystemId)) continue;
    for (const part of parts.filter(({ keyplan_id, kind }) => keyplan_id === id && kind === 'rule')) {
      const rule = part.content as RuleInForce;
      if (!rule.is_active) continue;
      for (const person of people) {
        const isOfPlan = sources.some((one) => one.keyplan_id === id && one.connection_id === person.connection_id);
        if (!isOfPlan || !rule.subjects.some((one) => one.subject_identifier === person.department)) continue;
        for (const { object_identifier } of rule.objects) {
          for (const door of cylinders) if (door.group_id === object_identifier) wanted.add(`${person.id}>${door.id}`);
        }
      }
    }
  }
  return wanted;
}

type RuleInForce = {
  is_active: boolean;
  subjects: { subject_identifier: string }[];
  objects: { object_identifier: string }[];
};

/** The rights of our people in a key system, with groups expanded. */
export async function heldRights({ db }: TestApp, keySystemId: string, state: SandboxState): Promise<Rights> {
  const known = new Set((await db.selectFrom('person').select('id').execute()).map(({ id }) => id));
  const cylinders = await db.selectFrom('cylinder').selectAll().where('connection_id', '=', keySystemId).execute();
  const groups = await db.selectFrom('cylinder_group').selectAll().where('connection_id', '=', keySystemId).execute();
  const doorsOf = (external: string) => {
    const group = groups.find(({ external_id }) => external_id === external);
    return cylinders.filter(({ group_id, external_id }) => group_id === group?.id || external_id === external);
  };
  const active = new Set(state.persons.flatMap(({ reference, active: is }) => (is && reference ? [reference] : [])));
  const held = new Set<string>();
  for (const { members, cylinders: some, cylinder_groups } of state.profiles) {
    for (const person of members.filter((one) => active.has(one) && known.has(one))) {
      for (const door of [...some, ...cylinder_groups].flatMap(doorsOf)) held.add(`${person}>${door.id}`);
    }
  }
  return held;
}

const peopleOf = (rights: Iterable<string>) => new Set([...rights].map((right) => right.split('>')[0])).size;
const doorsOf = (rights: Iterable<string>) => new Set([...rights].map((right) => right.split('>')[1])).size;
const without = (some: Rights, others: Rights) => [...some].filter((right) => !others.has(right));

/** The expected result for these two sets of rights. */
export function standingOf(wanted: Rights, held: Rights) {
  const [toWithdraw, toGrant] = [without(held, wanted), without(wanted, held)];
  return {
    may_open: { people: peopleOf(wanted), doors: doorsOf(wanted), rights: wanted.size },
    recorded: {
      rights_to_withdraw: toWithdraw.length,
      people_losing: peopleOf(toWithdraw),
      rights_to_grant: toGrant.length,
      people_gaining: peopleOf(toGrant),
    },
  };
}
