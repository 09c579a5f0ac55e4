import type { PlanComparison } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '#components/charts/chart-panel';
import { type HeatCell, HeatGrid } from '#components/charts/heat-grid';

type Crossing = PlanComparison['by_crossing'];
type Cell = Crossing['cells'][number];

/** Who gains and loses where, as a picture: departments by places, with + and − and a shade. */
export function CrossingPicture({ crossing: { departments, places, cells } }: { crossing: Crossing }) {
  const { t } = useTranslation('plan-versions');
  const rows = departments.map(({ kind, name }) => (kind === 'department' ? name : t(`picture.department.${kind}`)));
  const columns = places.map(({ kind, name }) => (kind === 'place' ? name : t(`picture.place.${kind}`)));
  const known = new Map(cells.map((cell) => [`${cell.department} ${cell.place}`, cell]));
  const most = Math.max(1, ...cells.map(sizeOf));
  const nameOf = (row: number, column: number) => ({ department: rows[row] ?? '', place: columns[column] ?? '' });
  const wordsOf = (cell: Cell | undefined, row: number, column: number) => {
    if (!cell) return t('picture.nothing', nameOf(row, column));
    const { gaining, losing, rights_gained, rights_lost } = cell;
    const parts = [
      gaining > 0 && t('picture.gain', { count: gaining, rights: rights_gained }),
      losing > 0 && t('picture.lose', { count: losing, rights: rights_lost }),
    ].filter((part) => part !== false);
    return t('picture.cell', { ...nameOf(row, column), change: parts.join(', ') });
  };
  return (
    <ChartPanel
      title={t('picture.title')}
      sentence={sentenceOf(cells, t('picture.sentence', { count: cells.length }), (cell) =>
        wordsOf(cell, cell.department, cell.place),
      )}
      table={{
        fileName: 'gain-and-loss-by-place.csv',
        headers: [
          t('impact.department'),
          t('impact.place'),
          t('picture.gaining'),
          t('picture.losing'),
          t('impact.rightsGained'),
          t('impact.rightsLost'),
        ],
        lines: cells.map((cell) => [
          rows[cell.department] ?? '',
          columns[cell.place] ?? '',
          cell.gaining,
          cell.losing,
          cell.rights_gained,
          cell.rights_lost,
        ]),
      }}
    >
      <ul className="chart-legend">
        <li>{t('picture.legend.gained')}</li>
        <li>{t('picture.legend.lost')}</li>
        <li>{t('picture.legend.both')}</li>
        <li>{t('picture.legend.shade')}</li>
      </ul>
      <HeatGrid
        label={t('picture.title')}
        hint={t('picture.hint')}
        rows={rows}
        columns={columns}
        cell={(row, column) => {
          const cell = known.get(`${row} ${column}`);
          return { ...lookOf(cell, most), words: wordsOf(cell, row, column) };
        }}
      />
    </ChartPanel>
  );
}

const sizeOf = ({ rights_gained, rights_lost }: Cell): number => rights_gained + rights_lost;

/** Sizes differ by powers of ten: the shade grows with their logarithm. */
function lookOf(cell: Cell | undefined, most: number): Omit<HeatCell, 'words'> {
  if (!cell) return { shade: 0, tone: 'accent' };
  const shade = 0.15 + 0.85 * (Math.log1p(sizeOf(cell)) / Math.log1p(most));
  if (cell.rights_lost === 0) return { shade, tone: 'gained', sign: '+' };
  return cell.rights_gained === 0 ? { shade, tone: 'lost', sign: '−' } : { shade, tone: 'both', sign: '±' };
}

/** How many crossings change, and the one that changes most. */
function sentenceOf(cells: readonly Cell[], count: string, wordsOf: (cell: Cell) => string): string {
  const [largest] = cells.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return largest ? `${count} ${wordsOf(largest)}.` : count;
}
