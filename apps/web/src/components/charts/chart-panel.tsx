import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import './charts.css';
import { type Cell, saveTable } from './save-table';

/** The figures of a chart; the first column names the line. */
export type ChartTable = { headers: readonly string[]; lines: readonly (readonly Cell[])[]; fileName: string };

type Props = {
  title: string;
  /** A sentence that summarises the chart. */
  sentence: string;
  table: ChartTable;
  children: ReactNode;
};

/** A chart with its summary; its figures as a table and as a file. */
export function ChartPanel({ title, sentence, table, children }: Props) {
  const { t } = useTranslation('plan-statistics');
  const [isTable, setIsTable] = useState(false);
  const actions = (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setIsTable(!isTable)}
        aria-label={t(isTable ? 'showChartOf' : 'showTableOf', { title })}
      >
        {t(isTable ? 'showChart' : 'showTable')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => saveTable(table.fileName, [table.headers, ...table.lines])}
        aria-label={t('saveOf', { title })}
      >
        {t('save')}
      </Button>
    </>
  );
  return (
    <Panel title={title} actions={actions}>
      <p className="chart-sentence">{sentence}</p>
      {isTable ? <Figures title={title} table={table} /> : <div className="chart-body">{children}</div>}
    </Panel>
  );
}

type Line = { at: number; cells: readonly Cell[] };

function Figures({ title, table: { headers, lines } }: { title: string; table: ChartTable }) {
  const columns = headers.map((header, i): Column<Line> => {
    const cellOf = ({ cells }: Line) => {
      const cell = cells[i] ?? '';
      return typeof cell === 'number' ? formatNumber(cell) : cell;
    };
    const isNumber = typeof lines[0]?.[i] === 'number';
    return { key: header, header, cell: cellOf, ...(isNumber && { align: 'right' as const }) };
  });
  return (
    <div className="chart-table">
      <DataTable
        caption={title}
        columns={columns}
        rows={lines.map((cells, at) => ({ at, cells }))}
        rowKey={({ at }) => String(at)}
      />
    </div>
  );
}
