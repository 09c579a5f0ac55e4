import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { colorScheme } from '#lib/dark-mode';
import { i18n } from '#lib/i18n';
import { Theme } from '#ui/theme';
import { Matrix } from '../src/components/matrix/matrix';
import { cellCache } from '../src/components/matrix/source/cell-cache';
import type { MatrixCell, MatrixSource, MatrixWay } from '../src/components/matrix/source/matrix-source';
import { type TreeNode, treeAxis } from '../src/components/matrix/source/tree-axis';
import { measures } from './measure-matrix';

// The matrix alone, with invented contents, for the bench: /?rows=2000&columns=5000, flat or with `tree=1`.
const asked = new URLSearchParams(window.location.search);
const count = (name: string) => Number(asked.get(name) ?? 100);
const isTree = asked.has('tree');

const ways: MatrixWay[] = ['direct', 'door', 'group', 'place', 'profile'];
const kinds: MatrixCell[] = [
  ...ways.map((way) => ({ share: 1, way })),
  { share: 1, way: 'door', isLimited: true },
  { share: 0.35 },
  { share: 0.8 },
  { share: 1, way: 'group', change: 'gained' },
  { share: 0, change: 'lost' },
  { share: 0.5, change: 'both' },
  { share: 1, way: 'door', isPending: true },
  { share: 1, way: 'place', hasConflict: true },
];
const none: MatrixCell = { share: 0 };

/** The same for the same crossing, and in blocks as rules make them. */
function crossing(row: number, column: number): MatrixCell {
  const block = ((row >> 3) * 7_919 + (column >> 3) * 104_729) % 97;
  const own = (row * 31 + column * 17) % 23;
  if (block > 14 || own > 17) return none;
  return kinds[own % 5 === 3 ? (row * 7 + column) % kinds.length : block % ways.length] ?? none;
}

function nodesOf(length: number, name: string): TreeNode[] {
  if (!isTree)
    return Array.from({ length }, (_, at) => ({ key: `${name}${at}`, label: `${name} ${at + 1}`, depth: 0, size: 1 }));
  return Array.from({ length }, (_, at) => {
    const depth = at % 40 === 0 ? 0 : at % 10 === 1 ? 1 : 2;
    return { key: `${name}${at}`, label: `${['Wing', 'Floor', name][depth]} ${at + 1}`, depth, size: 1 };
  });
}

const rowNodes = nodesOf(count('rows'), 'Key');
const columnNodes = nodesOf(count('columns'), 'Cylinder');
const edited = new Set<number>();

function Page() {
  const [version, setVersion] = useState(0);
  const [openRows, setOpenRows] = useState<ReadonlySet<string>>(() => new Set(rowNodes.map(({ key }) => key)));
  const [openColumns, setOpenColumns] = useState<ReadonlySet<string>>(() => new Set(columnNodes.map(({ key }) => key)));
  useEffect(() => {
    const edit = (at: number) => {
      edited.add(at);
      setVersion((before) => before + 1);
    };
    Object.assign(window, { measures: measures(edit) });
  }, []);
  const rows = useMemo(
    () => treeAxis(rowNodes, { open: openRows, openGroups: 'entry', onOpen: setOpenRows, total: (at) => at * 3 }),
    [openRows],
  );
  const columns = useMemo(
    () => treeAxis(columnNodes, { open: openColumns, openGroups: 'band', onOpen: setOpenColumns, total: (at) => at }),
    [openColumns],
  );
  const source: MatrixSource = {
    rows,
    columns,
    cell: cellCache((row, column) =>
      edited.has(row * columns.length + column)
        ? { share: 1, change: 'gained' }
        : crossing(rows.nodeAt(row), columns.nodeAt(column)),
    ),
    version,
  };
  return (
    <div
      style={
        {
          padding: 16,
          '--matrix-height': 'calc(100vh - 32px)',
        } as React.CSSProperties /* a variable of the style sheet */
      }
    >
      <div className="panel">
        <Matrix
          source={source}
          label="Matrix"
          corner="Keys by cylinders"
          legend={[
            'direct',
            'door',
            'group',
            'place',
            'profile',
            'limited',
            'share',
            'gained',
            'lost',
            'both',
            'pending',
            'conflict',
          ]}
          explain={({ row, column }) => `${rows.at(row)?.label ?? ''} ${columns.at(column)?.label ?? ''}`}
        />
      </div>
    </div>
  );
}

await i18n.loadNamespaces(['matrix']);
performance.mark('data');
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <Theme colorScheme={colorScheme}>
      <Page />
    </Theme>,
  );
}
