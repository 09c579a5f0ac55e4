import { matrixSide, matrixVia, type PlanMatrix } from '@key2xs/contract';

const planId = '01900000-0000-7000-8000-0000000000b1';
const ruleId = (number: number) => `01900000-0000-7000-8000-0000000000${number}`;
const cylinderId = (number: number) => `01900000-0000-7000-8000-00000000cc0${number}`;
const both = matrixSide.from | matrixSide.to;

const column = (kind: 'location' | 'cylinder_group', depth: number, label: string) => ({
  kind,
  id: `01900000-0000-7000-8000-0000000000${label.length}${depth}`,
  label,
  detail: '',
  depth,
  protection_class: null,
  class: null,
});

const cylinder = (number: number, label: string, ofClass: number) => ({
  kind: 'cylinder' as const,
  id: cylinderId(number),
  label,
  detail: `F-${number}`,
  depth: 2,
  protection_class: null,
  class: ofClass,
});

/**
 * For tests: rule 11 opens Station 1 for FIRE, in force and recorded. In the draft, rule 12 gives Station 2 to the two
 * paramedics at work hours, and rule 13 no longer gives Station 3 to POLICE, where it is recorded.
 */
export function aPlanMatrix(changes: Partial<PlanMatrix> = {}): PlanMatrix {
  const grant = (number: number, name: string, sides: number, hours = 0) => ({
    rule_id: ruleId(number),
    name,
    keyplan_id: null,
    sides,
    hours,
    begins: null,
  });
  return {
    keyplan_id: planId,
    from: 'in_force',
    to: 'draft',
    state: 'one',
    people: 10,
    keys: 4,
    doors: 3,
    hours: [[], [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', valid_from: null, valid_until: null }]],
    grants: [
      grant(11, 'Fire stations', both),
      grant(12, 'Paramedics', matrixSide.to, 1),
      grant(13, 'Police at Station 3', matrixSide.from),
      { rule_id: null, name: 'FIRE, Station 1', keyplan_id: null, sides: matrixSide.recorded, hours: 0, begins: null },
    ],
    columns: [
      column('location', 0, 'Town'),
      column('cylinder_group', 1, 'Stations'),
      cylinder(1, 'Station 1', 0),
      cylinder(2, 'Station 2', 1),
      cylinder(3, 'Station 3', 2),
    ],
    column_classes: [
      [
        [0, matrixVia.group],
        [3, matrixVia.door],
      ],
      [[1, matrixVia.door]],
      [[2, matrixVia.place]],
    ],
    rows: [
      {
        kind: 'department',
        id: 'FIRE',
        label: 'FIRE',
        depth: 0,
        people: 6,
        classes: [
          [0, 4],
          [1, 2],
        ],
      },
      { kind: 'job_title', id: 'LIEUTENANT', label: 'LIEUTENANT', depth: 1, people: 4, classes: [[0, 4]] },
      { kind: 'job_title', id: 'PARAMEDIC', label: 'PARAMEDIC', depth: 1, people: 2, classes: [[1, 2]] },
      { kind: 'department', id: 'POLICE', label: 'POLICE', depth: 0, people: 4, classes: [[2, 4]] },
      { kind: 'job_title', id: 'OFFICER', label: 'OFFICER', depth: 1, people: 4, classes: [[2, 4]] },
    ],
    row_classes: [
      { grants: [0, 3], personal: [], has_conflict: false },
      { grants: [0, 1, 3], personal: [], has_conflict: true },
      { grants: [2], personal: [], has_conflict: false },
    ],
    ...changes,
  };
}
