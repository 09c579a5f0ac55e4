import { describe, expect, it } from 'vitest';
import { aPlanMatrix } from '../plan-matrix.fixture';
import { createPlanMatrixModel } from '../plan-matrix-model';
import { explainCrossing } from './explain-crossing';

function explain(row: string, column: string) {
  const { matrix, rows, columns } = createPlanMatrixModel(aPlanMatrix(), 'to');
  const line = rows.find(({ label }) => label === row);
  const node = columns.find(({ label }) => label === column);
  if (!line || !node) throw new Error(`${row} × ${column} is not in the matrix`);
  return explainCrossing(matrix, line, node);
}

describe('explainCrossing', () => {
  it('names the rules that reach a door, how many people by each, and what is recorded', () => {
    const { grants, ...counts } = explain('FIRE', 'Station 1');
    expect(counts).toMatchObject({
      people: 6,
      doors: 1,
      from: 6,
      to: 6,
      recorded: 6,
      gaining: 0,
      losing: 0,
      waiting: 0,
    });
    expect(grants.map(({ grant, way, people }) => [grant.name, way, people])).toEqual([
      ['FIRE, Station 1', 'door', 6],
      ['Fire stations', 'group', 6],
    ]);
  });

  it('counts people who gain, and says at which hours', () => {
    const { gaining, conflicts, grants } = explain('FIRE', 'Station 2');
    expect([gaining, conflicts]).toEqual([2, 2]);
    expect(grants.map(({ grant, people, hours }) => [grant.name, people, hours.length])).toEqual([
      ['Paramedics', 2, 1],
    ]);
  });

  it('counts people who lose, and who wait for what is recorded', () => {
    expect(explain('POLICE', 'Town')).toMatchObject({ doors: 3, from: 4, to: 0, losing: 4, waiting: 4 });
  });
});
