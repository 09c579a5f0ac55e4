import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render';
import { Matrix } from './matrix';
import type { MatrixArea, MatrixPlace, MatrixSource } from './source/matrix-source';
import { type TreeNode, treeAxis } from './source/tree-axis';

const node = (label: string, depth: number): TreeNode => ({ key: label, label, depth, size: 1 });
const people = [node('Fire', 0), node('Chief', 1), node('Medic', 1), node('Law', 0)];
const doors = [node('Hall', 0), node('Door', 1), node('Roof', 1), node('Yard', 0)];

type Heard = { toggled: MatrixPlace[]; cleared: MatrixPlace[]; selected: (MatrixArea | undefined)[] };

function Plan({ heard }: { heard: Heard }) {
  const [openRows, setOpenRows] = useState<ReadonlySet<string>>(new Set());
  const [openColumns, setOpenColumns] = useState<ReadonlySet<string>>(new Set(['Hall']));
  const source: MatrixSource = {
    rows: treeAxis(people, { open: openRows, openGroups: 'entry', onOpen: setOpenRows }),
    columns: treeAxis(doors, { open: openColumns, openGroups: 'band', onOpen: setOpenColumns }),
    cell: (row, column) =>
      [
        { share: 0.5, change: 'gained' as const },
        { share: 1, way: 'group' as const, isLimited: true, isPending: true, hasConflict: true },
        undefined,
      ][(row + column) % 3],
    version: [...openRows, '/', ...openColumns].join(),
  };
  return (
    <>
      <button type="button" onClick={() => setOpenRows(new Set(['Fire']))}>
        Open Fire
      </button>
      <button type="button" onClick={() => setOpenColumns(new Set())}>
        Close Hall
      </button>
      <Matrix
        source={source}
        label="Plan"
        explain={({ row, column }) => `About ${source.rows.at(row)?.label} and ${source.columns.at(column)?.label}`}
        describe={({ row }) => (row === 0 ? 'weekdays' : undefined)}
        onToggle={(place) => heard.toggled.push(place)}
        onClear={(place) => heard.cleared.push(place)}
        onSelect={(area) => heard.selected.push(area)}
      />
    </>
  );
}

async function openPlan() {
  const heard: Heard = { toggled: [], cleared: [], selected: [] };
  const { user } = await renderPage(<Plan heard={heard} />);
  const grid = await screen.findByRole('grid', { name: 'Plan' });
  await user.click(screen.getByRole('searchbox'));
  await user.tab();
  for (let n = 0; n < 4 && document.activeElement !== grid; n++) await user.tab();
  expect(document.activeElement).toBe(grid);
  const current = () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { user, grid, current, heard };
}

describe('Matrix', () => {
  it('describes row, column and state of each crossing in words', async () => {
    const { grid } = await openPlan();
    expect(
      within(grid)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent)
        .filter(Boolean),
    ).toEqual([
      'Fire, Door, 50% may open, gained, weekdays',
      'Fire, Roof, may open, by a rule for its group, at certain times, not recorded yet, clashing hours, weekdays',
      'Fire, Yard, not loaded yet, weekdays',
      'Law, Door, may open, by a rule for its group, at certain times, not recorded yet, clashing hours',
      'Law, Roof, not loaded yet',
      'Law, Yard, 50% may open, gained',
    ]);
    expect(
      within(grid)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Hall', 'Hall', 'Door', 'Roof', 'Yard']);
  });

  it('follows the cursor, into headings too, and opens groups there', async () => {
    const { user, grid, current } = await openPlan();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(current()).toBe('Law, Roof, not loaded yet');
    await user.keyboard('{Home}{Home}{ArrowUp}');
    expect(current()).toBe('Fire, closed');
    await user.keyboard('{ArrowRight}');
    expect(current()).toBe('Fire, open');
    expect(
      within(grid)
        .getAllByRole('rowheader')
        .map((head) => head.textContent),
    ).toEqual(['Fire, open', 'Chief', 'Medic', 'Law']);
    await user.keyboard('me');
    expect(current()).toBe('Medic');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(current()).toBe('Fire, closed');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowUp}{ArrowUp}');
    expect(current()).toBe('Hall');
    await user.keyboard('{Enter}');
    expect(grid.getAttribute('aria-colcount')).toBe('3');
  });

  it('explains with Enter, changes with Space, selects with Shift, leaves with Escape', async () => {
    const { user, heard } = await openPlan();
    await user.keyboard('{Enter}');
    expect(screen.getByText('About Fire and Door').dataset.pinned).toBe('true');
    await user.keyboard('{Escape}');
    expect(screen.queryByText('About Fire and Door')).toBeNull();
    await user.keyboard(' {Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    expect(heard.toggled).toEqual([{ row: 0, column: 0 }]);
    expect(heard.selected.at(-1)).toEqual({ rows: [0, 1], columns: [0, 1] });
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(4);
    await user.keyboard('{Escape}');
    expect(heard.selected.at(-1)).toBeUndefined();
  });

  it('revokes with Delete on crossings only', async () => {
    const { user, heard } = await openPlan();
    await user.keyboard('{Delete}{ArrowUp}{Delete}{ArrowDown}{ArrowLeft}{Delete}');
    expect(heard.cleared).toEqual([{ row: 0, column: 0 }]);
  });

  it('stays at its row and column when others are inserted, and drops a changed area', async () => {
    const { user, current, heard } = await openPlan();
    await user.keyboard('{ArrowDown}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
    expect(current()).toMatch(/^Law, Yard/);
    expect(heard.selected.at(-1)).toEqual({ rows: [1, 1], columns: [1, 2] });
    await user.click(screen.getByRole('button', { name: 'Open Fire' }));
    expect(current()).toMatch(/^Law, Yard/);
    expect(heard.selected.at(-1)).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Close Hall' }));
    expect(current()).toMatch(/^Law, Yard/);
  });

  it('moves to a group when it closes around the cursor, and to its band when it opens', async () => {
    const { user, current, grid } = await openPlan();
    await user.keyboard('{ArrowRight}');
    expect(current()).toMatch(/^Fire, Roof/);
    await user.click(screen.getByRole('button', { name: 'Close Hall' }));
    expect(current()).toMatch(/^Fire, Hall/);
    grid.focus();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(current()).toBe('Hall');
    await user.keyboard('{ArrowDown}');
    expect(current()).toBe('Door');
  });

  it('reports the end of a selection when the cursor moves', async () => {
    const { user, heard } = await openPlan();
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(heard.selected.at(-1)).toEqual({ rows: [0, 1], columns: [0, 0] });
    await user.keyboard('{ArrowRight}');
    expect(heard.selected.at(-1)).toBeUndefined();
    expect(heard.selected).toHaveLength(2);
  });

  it('finds and counts rows and columns, also in closed groups', async () => {
    const { user, current } = await openPlan();
    const field = screen.getByRole('searchbox', { name: 'Find rows and columns' });
    await user.type(field, 'c');
    await screen.findByText('1 of 2');
    expect(current()).toBe(
      'Chief, Door, may open, by a rule for its group, at certain times, not recorded yet, clashing hours',
    );
    await user.keyboard('{Enter}');
    await screen.findByText('2 of 2');
    await user.keyboard('{Enter}');
    await screen.findByText('1 of 2');
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    await screen.findByText('2 of 2');
    await user.type(field, 'xyz');
    await screen.findByText('Nothing found');
  });
});
