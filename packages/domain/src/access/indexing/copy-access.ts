import type { AccessIndex } from './access-index';

/** A deep copy for "what if" questions: patching one leaves the other unchanged. */
export function copyAccess(index: AccessIndex): AccessIndex {
  const { people, doors, rules, rulesOfRow, rulesOfCylinder } = index;
  return {
    people: {
      numbering: people.numbering,
      ids: [...people.ids],
      numberOf: new Map(people.numberOf),
      rowOf: people.rowOf.slice(),
      rows: [...people.rows],
      rowByKey: new Map(people.rowByKey),
      rowsByKey: new Map([...people.rowsByKey].map(([key, list]) => [key, { ...list, rows: [...list.rows] }])),
      named: new Set(people.named),
      changes: people.changes,
      byRow: people.byRow,
    },
    doors: {
      ids: [...doors.ids],
      numberOf: new Map(doors.numberOf),
      facts: [...doors.facts],
      clocks: [...doors.clocks],
      groups: copySets(doors.groups),
      placed: copySets(doors.placed),
      locations: new Map(doors.locations),
      children: copySets(doors.children),
      profiles: new Map(doors.profiles),
    },
    plans: new Map(index.plans),
    rules: rules.map((rule) => rule && { ...rule, rows: rule.rows.slice(), cylinders: rule.cylinders.slice() }),
    ruleNumberOf: new Map(index.ruleNumberOf),
    granting: index.granting.slice(),
    always: index.always.slice(),
    rulesOfRow: { ...rulesOfRow, bits: rulesOfRow.bits.slice() },
    rulesOfCylinder: { ...rulesOfCylinder, bits: rulesOfCylinder.bits.slice() },
    changes: index.changes,
  };
}

const copySets = <T>(sets: ReadonlyMap<string, ReadonlySet<T>>) =>
  new Map([...sets].map(([key, set]) => [key, new Set(set)]));
