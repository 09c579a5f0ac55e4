import { expect, it } from 'vitest';
import { type TreeNode, treeAxis } from '../source/tree-axis';
import { columnHead } from './column-head';

const node = (label: string, depth: number, short = label): TreeNode => ({ key: label, label, short, depth, size: 1 });
const columns = treeAxis(
  [
    node('Town', 0),
    node('Fire Station 1', 1),
    node('Fire Station 1, Ground floor', 2, 'Ground floor'),
    node('Fire Station 1, Yard', 2, 'Yard'),
    node('Lib', 1),
    node('Lib, Ground floor', 2, 'Ground floor'),
    node('Lib, First floor', 2, 'First floor'),
  ],
  { open: new Set(['Town', 'Fire Station 1', 'Lib']), openGroups: 'band' },
);
const heads = (width: number) => [0, 1, 2, 3].map((index) => columnHead(columns, index, width));

it('includes the building if the band over the column is too narrow for its name', () => {
  expect(heads(26)).toEqual(['Fire Station 1 / Ground floor', 'Fire Station 1 / Yard', 'Ground floor', 'First floor']);
});

it('leaves out the building if its band has room, and includes all bands without room', () => {
  expect(heads(52)).toEqual(['Ground floor', 'Yard', 'Ground floor', 'First floor']);
  expect(heads(80)).toEqual(['Ground floor', 'Yard', 'Ground floor', 'First floor']);
  expect(heads(8)[2]).toBe('Town / Lib / Ground floor');
});
