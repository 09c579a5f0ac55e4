import type { AccessRelation } from '../access-relation';
import type { MinedCondition } from '../plan/mining-input';
import { type Random, randomOf } from '../random';
import type { PersonAttribute } from '../rules/person-attribute';
import { campusDirectory, conditionsOf } from './campus-directory';
import { type CampusPeople, campusPeople } from './campus-people';
import { type CampusPlaces, campusPlaces, type PlantedRule, plantRules } from './campus-rules';
import type { CampusSettings } from './campus-sizes';

export type Campus = {
  relation: AccessRelation;
  attributes: (PersonAttribute & { labels: string[] })[];
  planted: { conditions: MinedCondition[]; cylinders: Int32Array }[];
  /** Grants that a rule gives and the relation lacks. */
  missing: AccessRelation;
  /** Grants that no rule gives. */
  extra: AccessRelation;
};

/**
 * A campus whose access follows from planted rules, with grants missing at random and extra ones, four in five of them
 * in the person's own building. Rules apply to what is true of a person: whose department the directory does not know
 * still has its doors, and a grant of them is not an extra one.
 */
export function generateCampus(settings: CampusSettings): Campus {
  const random = randomOf(settings.seed);
  const people = campusPeople(settings, random);
  const places = campusPlaces(settings, random);
  const attributes = campusDirectory(people, random);
  const planted = plantRules(settings, { people, attributes, places, random });
  return {
    ...campusAccess(settings, { people, places, planted, random }),
    attributes,
    planted: planted.map((rule) => ({
      conditions: conditionsOf(rule, attributes),
      cylinders: Int32Array.from(rule.cylinders).sort(),
    })),
  };
}

function campusAccess(
  settings: CampusSettings,
  from: { people: CampusPeople; places: CampusPlaces; planted: PlantedRule[]; random: Random },
): Pick<Campus, 'relation' | 'missing' | 'extra'> {
  const { people, random } = from;
  const relation = growing(settings);
  const missing = growing(settings);
  const extra = growing(settings);
  const givesTo = rulesOfPerson(from.planted);
  const isGiven = new Int32Array(settings.cylinders).fill(-1);
  const extraDoor = doorsBeyond(from);
  for (let person = 0; person < settings.people; person++) {
    const row: number[] = [];
    const lost: number[] = [];
    let given = 0;
    for (const rule of givesTo(people, person)) {
      for (const cylinder of rule.cylinders) {
        if (isGiven[cylinder] === person) continue;
        isGiven[cylinder] = person;
        given++;
        (random.next() < settings.missing ? lost : row).push(cylinder);
      }
    }
    const beyond: number[] = [];
    for (let due = given * settings.extra, tries = 200; random.next() < due && tries > 0; tries--) {
      const cylinder = extraDoor(person);
      if (isGiven[cylinder] === person) continue;
      isGiven[cylinder] = person;
      beyond.push(cylinder);
      due--;
    }
    relation.add([...row, ...beyond]);
    missing.add(lost);
    extra.add(beyond);
  }
  return { relation: relation.end(), missing: missing.end(), extra: extra.end() };
}

function rulesOfPerson(planted: PlantedRule[]) {
  const byKey = new Map<string, PlantedRule>();
  for (const rule of planted) byKey.set(`${rule.department} ${rule.job} ${rule.group}`, rule);
  return function* (people: CampusPeople, person: number): Generator<PlantedRule> {
    const department = people.department[person] ?? 0;
    const jobs = people.jobs[person] ?? [];
    const keys = [
      `${department} -1 -1`,
      ...jobs.flatMap((job) => [`-1 ${job} -1`, `${department} ${job} -1`]),
      ...(people.groups[person] ?? []).map((group) => `-1 -1 ${group}`),
    ];
    for (const key of keys) {
      const rule = byKey.get(key);
      if (rule) yield rule;
    }
  };
}

function doorsBeyond({ people, places, random }: { people: CampusPeople; places: CampusPlaces; random: Random }) {
  const { buildings, buildingOfDepartment } = places;
  return (person: number): number => {
    const own = buildingOfDepartment[people.department[person] ?? 0] ?? 0;
    const building = random.next() < 0.8 ? own : random.below(buildings.length - 1);
    const first = buildings[building] ?? 0;
    return first + random.below((buildings[building + 1] ?? 0) - first);
  };
}

/** A relation written person by person. */
function growing({ people, cylinders }: CampusSettings) {
  const start = new Int32Array(people + 1);
  let list = new Int32Array(people * 8);
  let [person, size] = [0, 0];
  return {
    add(row: number[]): void {
      if (size + row.length > list.length) {
        const wide = new Int32Array(2 * list.length + row.length);
        wide.set(list);
        list = wide;
      }
      list.set(Int32Array.from(row).sort(), size);
      size += row.length;
      person++;
      start[person] = size;
    },
    end: (): AccessRelation => ({ people, cylinders, start, list: list.slice(0, size) }),
  };
}
