import { describe, expect, it } from 'vitest';
import { cellCache } from './cell-cache';
import { type TreeNode, treeAxis } from './tree-axis';

const node = (key: string, depth: number, more: Partial<TreeNode> = {}): TreeNode => ({
  key,
  label: key,
  depth,
  size: 1,
  ...more,
});
const nodes = [node('Hall', 0), node('East', 1), node('Door', 2), node('Roof', 2), node('West', 1), node('Yard', 0)];
const shown = (open: string[], openGroups: 'entry' | 'band') => {
  const axis = treeAxis(nodes, { open: new Set(open), openGroups });
  return Array.from({ length: axis.length }, (_, index) => axis.at(index)?.label);
};

describe('treeAxis', () => {
  it('shows the content of open groups only', () => {
    expect(shown([], 'entry')).toEqual(['Hall', 'Yard']);
    expect(shown(['Hall'], 'entry')).toEqual(['Hall', 'East', 'West', 'Yard']);
    expect(shown(['East'], 'entry')).toEqual(['Hall', 'Yard']);
    expect(shown(['Hall', 'East'], 'entry')).toEqual(['Hall', 'East', 'Door', 'Roof', 'West', 'Yard']);
  });

  it('shows open groups as bands over their content', () => {
    expect(shown(['Hall', 'East'], 'band')).toEqual(['Door', 'Roof', 'West', 'Yard']);
    const { bands } = treeAxis(nodes, { open: new Set(['Hall', 'East']), openGroups: 'band' });
    expect(bands.map((level) => level.map(({ key, start, end }) => [key, start, end]))).toEqual([
      [['Hall', 0, 3]],
      [['East', 0, 2]],
    ]);
  });

  it('tells open groups, closed groups and leaves apart', () => {
    const axis = treeAxis([...nodes, node('Later', 0, { isGroup: true })], {
      open: new Set(['Hall']),
      openGroups: 'entry',
    });
    expect([0, 1, 2, 3, 4].map((index) => axis.at(index)?.isOpen)).toEqual([true, false, undefined, undefined, false]);
    expect(axis.nodeAt(3)).toBe(5);
  });

  it('opens and closes', () => {
    const opened: string[][] = [];
    const onOpen = (open: ReadonlySet<string>) => opened.push([...open]);
    const axis = treeAxis(nodes, { open: new Set(['Hall']), openGroups: 'entry', onOpen });
    axis.toggle?.('East');
    axis.toggle?.('Hall');
    expect(opened).toEqual([['Hall', 'East'], []]);
  });

  it('searches closed groups too, and opens them to show a match', () => {
    let open: ReadonlySet<string> = new Set();
    const axis = () =>
      treeAxis(nodes, {
        open,
        openGroups: 'band',
        onOpen: (next) => {
          open = next;
        },
      });
    expect(axis().find?.('oO')).toEqual(['Door', 'Roof']);
    expect(axis().find?.(' ')).toEqual([]);
    axis().reveal?.('Roof');
    expect([...open]).toEqual(['East', 'Hall']);
    expect(axis().at(axis().indexOf('Roof') ?? -1)?.label).toBe('Roof');
    axis().reveal?.('nowhere');
    expect([...open]).toEqual(['East', 'Hall']);
  });

  it('finds the index of an entry, or of the closed group around it', () => {
    const indexOf = (key: string, open: string[], openGroups: 'entry' | 'band' = 'entry') =>
      treeAxis(nodes, { open: new Set(open), openGroups }).indexOf(key);
    expect(indexOf('Yard', [])).toBe(1);
    expect(indexOf('Roof', [])).toBe(0);
    expect(indexOf('Roof', ['Hall'])).toBe(1);
    expect(indexOf('Roof', ['Hall', 'East'], 'band')).toBe(1);
    expect(indexOf('East', ['Hall', 'East'], 'band')).toBeUndefined();
    expect(indexOf('nowhere', [])).toBeUndefined();
  });

  it('hides filtered entries, counts them, and shows one on request', () => {
    const revealed: string[] = [];
    const axis = treeAxis(nodes, {
      open: new Set(['Hall', 'East']),
      openGroups: 'entry',
      isLeftOut: (node) => ['East', 'Door', 'Yard'].includes(nodes[node]?.key ?? ''),
      onReveal: (key) => revealed.push(key),
    });
    expect(Array.from({ length: axis.length }, (_, index) => axis.at(index)?.label)).toEqual(['Hall', 'West']);
    expect(axis.leftOut).toBe(2);
    expect(axis.find?.('yard')).toEqual(['Yard']);
    axis.reveal?.('Yard');
    axis.reveal?.('West');
    expect(revealed).toEqual(['Yard']);
  });
});

describe('cellCache', () => {
  it('computes each crossing once, except those not loaded yet', () => {
    const asked: string[] = [];
    const cell = cellCache((row, column) => {
      asked.push(`${row}/${column}`);
      return row === 0 ? undefined : { share: column / 100 };
    });
    expect([cell(1, 70), cell(1, 70), cell(65, 70), cell(0, 1), cell(0, 1)].map((one) => one?.share)).toEqual([
      0.7,
      0.7,
      0.7,
      undefined,
      undefined,
    ]);
    expect(asked).toEqual(['1/70', '65/70', '0/1', '0/1']);
  });
});
