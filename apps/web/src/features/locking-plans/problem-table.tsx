import type { LockingPlanPreview, LockingPlanProblem } from '@key2xs/contract';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { type Column, DataTable } from '#ui/table/data-table';
import { saveCsv } from './save-csv';

const LIMIT = 25;
type Kind = 'all' | 'fatal' | 'notice';
type Listed = LockingPlanProblem & { at: number };

const isOf: Record<Kind, (problem: LockingPlanProblem) => boolean> = {
  all: () => true,
  fatal: ({ is_fatal }) => is_fatal,
  notice: ({ is_fatal }) => !is_fatal,
};

type Props = Pick<LockingPlanPreview, 'problems' | 'problems_total'>;

/** The problems of a sheet, cell by cell. */
export function ProblemTable({ problems, problems_total }: Props) {
  const { t } = useTranslation('locking-plans');
  const [kind, setKind] = useState<Kind>('all');
  const [offset, setOffset] = useState(0);
  const columns = useColumns();
  const listed = problems.map((problem, at) => ({ ...problem, at })).filter(isOf[kind]);
  const countOf = (one: Kind) => problems.filter(isOf[one]).length;
  const show = (chosen: string) => {
    setKind(chosen as Kind); // One of the values below.
    setOffset(0);
  };
  return (
    <Panel title={t('problems.title')} actions={<SaveButton problems={problems} />}>
      <div className="filter-bar">
        <SegmentedControl
          aria-label={t('problems.show')}
          size="xs"
          value={kind}
          onChange={show}
          data={[
            { value: 'all', label: t('problems.all', { count: countOf('all') }) },
            { value: 'fatal', label: t('problems.onlyFatal', { count: countOf('fatal') }) },
            { value: 'notice', label: t('problems.onlyNotice', { count: countOf('notice') }) },
          ]}
        />
        {problems.length < problems_total && (
          <span className="mute">
            {t('problems.more', { shown: formatNumber(problems.length), total: formatNumber(problems_total) })}
          </span>
        )}
      </div>
      {listed.length === 0 ? (
        <Empty title={t('problems.noneOfKind')} />
      ) : (
        <DataTable
          caption={t('problems.caption')}
          columns={columns}
          rows={listed.slice(offset, offset + LIMIT)}
          rowKey={({ at }) => String(at)}
          page={{ offset, limit: LIMIT, total: listed.length, onChange: setOffset }}
        />
      )}
    </Panel>
  );
}

function useColumns(): Column<Listed>[] {
  const { t } = useTranslation('locking-plans');
  const wordsOf = useCellWords();
  return [
    {
      key: 'cell',
      header: t('problems.cell'),
      isLine: true,
      cell: ({ cell }) => <span className="mono">{wordsOf(cell)}</span>,
    },
    {
      key: 'kind',
      header: t('problems.kind'),
      isLine: true,
      cell: ({ is_fatal }) =>
        is_fatal ? (
          <StatusTag tone="red" label={t('problems.fatal')} />
        ) : (
          <StatusTag tone="grey" label={t('problems.notice')} />
        ),
    },
    { key: 'found', header: t('problems.found'), cell: ({ found }) => found || <span className="mute">–</span> },
    { key: 'message', header: t('word.whatToDo'), cell: ({ message }) => message },
  ];
}

/** A cell by its name; a whole row, `5:5`, and a whole column, `C:C`, in words. */
function useCellWords(): (cell: string) => string {
  const { t } = useTranslation('locking-plans');
  return (cell) => {
    const [first = '', last] = cell.split(':');
    if (first !== last) return cell;
    return /^\d+$/.test(first) ? t('problems.wholeRow', { row: first }) : t('problems.wholeColumn', { column: first });
  };
}

function SaveButton({ problems }: { problems: readonly LockingPlanProblem[] }) {
  const { t } = useTranslation('locking-plans');
  const wordsOf = useCellWords();
  const save = () =>
    saveCsv('locking-plan-problems.csv', [
      [t('problems.cell'), t('problems.kind'), t('problems.found'), t('word.whatToDo')],
      ...problems.map(({ cell, is_fatal, found, message }) => [
        wordsOf(cell),
        t(is_fatal ? 'problems.fatal' : 'problems.notice'),
        found,
        message,
      ]),
    ]);
  return (
    <Button variant="default" size="xs" onClick={save}>
      {t('problems.save')}
    </Button>
  );
}
