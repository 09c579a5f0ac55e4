import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import type { RuleFacts } from '@key2xs/domain';
import { newEnforcer, newModelFromString } from 'casbin';
import type { LargeHouse } from '../packages/domain/test/large-house';

/** Queries another engine about one pair, by number. */
export type EngineQuery = (person: number, cylinder: number) => boolean;

/**
 * The same plan in casbin: titles, departments and their pairs are roles of people; groups, profiles and places are roles of
 * doors; a rule is a line for each of its subjects and objects. Ignores hours, here and in the queries.
 * @param queriedPeople only these are loaded, for a short set-up; the cost of a query is the same
 */
export async function casbinEngine(
  house: LargeHouse,
  asked: { people: number[]; cylinders: number[] },
): Promise<EngineQuery> {
  const model = newModelFromString(`
[request_definition]
r = sub, obj
[policy_definition]
p = sub, obj
[role_definition]
g = _, _
g2 = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = g(r.sub, p.sub) && g2(r.obj, p.obj)`);
  const enforcer = await newEnforcer(model);
  await enforcer.addPolicies(house.rules.flatMap(linesOf));
  await enforcer.addNamedGroupingPolicies(
    'g',
    asked.people.flatMap((i) => rolesOf(house, i).map((role) => [`person ${i}`, role])),
  );
  await enforcer.addNamedGroupingPolicies(
    'g2',
    asked.cylinders.flatMap((i) => placesOf(house, i).map((place) => [`door ${i}`, place])),
  );
  return (person, cylinder) => enforcer.enforceSync(`person ${person}`, `door ${cylinder}`);
}

/** The same plan in Cedar: groups of principals and of resources, a policy for each subject and object of a rule. */
export function cedarEngine(house: LargeHouse): EngineQuery {
  const quote = (text: string) => JSON.stringify(text);
  const policies = house.rules
    .flatMap(linesOf)
    .map(
      ([role = '', place = '']) =>
        `permit(principal in Role::${quote(role)}, action, resource in Place::${quote(place)});`,
    );
  const parsed = cedar.preparsePolicySet('plan', { staticPolicies: policies.join('\n') });
  if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed));
  const uid = (type: string, id: string) => ({ type, id });
  return (person, cylinder) => {
    const [principal, resource] = [uid('Person', String(person)), uid('Door', String(cylinder))];
    const roles = rolesOf(house, person).map((role) => uid('Role', role));
    const places = placesOf(house, cylinder).map((place) => uid('Place', place));
    const alone = [...roles, ...places].map((one) => ({ uid: one, attrs: {}, parents: [] }));
    const answer = cedar.statefulIsAuthorized({
      principal,
      resource,
      action: uid('Action', 'open'),
      context: {},
      preparsedPolicySetId: 'plan',
      entities: [
        { uid: principal, attrs: {}, parents: roles },
        { uid: resource, attrs: {}, parents: places },
        ...alone,
      ],
    });
    if (answer.type !== 'success') throw new Error(JSON.stringify(answer));
    return answer.response.decision === 'allow';
  };
}

function linesOf(rule: RuleFacts): string[][] {
  const values = rule.subjects.map(({ subject_identifier }) => subject_identifier.toLowerCase());
  const roles = rule.subject_match === 'any' ? values : [values.join(' & ')];
  return roles.flatMap((role) => rule.objects.map(({ object_identifier }) => [role, object_identifier]));
}

function rolesOf({ people }: LargeHouse, person: number): string[] {
  const department = people[person]?.department?.toLowerCase() ?? '';
  const title = people[person]?.job_title?.toLowerCase() ?? '';
  return [department, title, `${department} & ${title}`];
}

function placesOf({ cylinders, profiles, locations }: LargeHouse, cylinder: number): string[] {
  const { id = '', group_id = '', location_id = '' } = cylinders[cylinder] ?? {};
  const above = locations.find((place) => place.id === location_id)?.parent_id ?? '';
  const within = profiles.filter((one) => one.cylinder_ids.includes(id) || one.cylinder_group_ids.includes(group_id));
  return [id, group_id, location_id, above, ...within.map((profile) => profile.id)];
}
