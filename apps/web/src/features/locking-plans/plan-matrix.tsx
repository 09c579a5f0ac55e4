import type { LockingPlanContent } from '@key2xs/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { Panel } from '#ui/panel';

const maxRows = 50;
const maxColumns = 30;

/** The first rows and columns of a plan. Headings are sticky. */
export function PlanMatrix({ content }: { content: LockingPlanContent }) {
  const { t } = useTranslation('locking-plans');
  const columns = content.columns.slice(0, maxColumns);
  const rows = content.rows.slice(0, maxRows);
  const isCut = rows.length < content.rows.length || columns.length < content.columns.length;
  return (
    <Panel title={t('matrix.title')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="table-region plan-scroll" aria-label={t('matrix.caption')} tabIndex={0}>
        <table className="plan-matrix">
          <caption className="visually-hidden">{t('matrix.caption')}</caption>
          <thead>
            <tr>
              <th scope="col" className="plan-corner">
                {t('matrix.corner')}
              </th>
              {columns.map(({ label, cylinder_id }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: -- the place is what a column is known by
                <th key={at} scope="col" className="mono plan-cylinder">
                  <Label text={label} isUnknown={cylinder_id === null} />
                </th>
              ))}
              <More count={content.columns.length - columns.length} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: -- the place is what a row is known by
              <MatrixRow key={at} row={row} columns={columns.length} />
            ))}
          </tbody>
        </table>
      </section>
      {isCut && (
        <p className="plan-more">
          {t('matrix.more', {
            rows: formatNumber(rows.length),
            allRows: formatNumber(content.rows.length),
            columns: formatNumber(columns.length),
            allColumns: formatNumber(content.columns.length),
          })}
        </p>
      )}
    </Panel>
  );
}

type RowProps = { row: LockingPlanContent['rows'][number]; columns: number };

function MatrixRow({ row: { label, kind, rights }, columns }: RowProps) {
  const { t } = useTranslation('locking-plans');
  const held = useMemo(() => new Set(rights), [rights]);
  return (
    <tr>
      <th scope="row">
        <Label text={label} isUnknown={kind === 'unknown'} />
      </th>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: -- the place is what a column is known by
        <td key={column} className="plan-cell">
          {held.has(column) && (
            <>
              <span aria-hidden>×</span>
              <span className="visually-hidden">{t('matrix.right')}</span>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

function Label({ text, isUnknown }: { text: string; isUnknown: boolean }) {
  const { t } = useTranslation('locking-plans');
  return (
    <span className="plan-label" data-unknown={isUnknown} title={isUnknown ? `${text}: ${t('matrix.unknown')}` : text}>
      {text}
      {isUnknown && <span className="visually-hidden"> ({t('matrix.unknown')})</span>}
    </span>
  );
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('locking-plans');
  if (count <= 0) return null;
  return <th className="plan-rest">{t('matrix.moreColumns', { count })}</th>;
}
