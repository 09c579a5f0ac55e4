import type { LockingPlanContent } from '@key2xs/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Matrix } from '#components/matrix/matrix';
import type { MatrixPlace, MatrixSource } from '#components/matrix/source/matrix-source';
import { formatNumber } from '#lib/format';
import { Panel } from '#ui/panel';
import { planSource } from './plan-source';

/** The whole plan: keys and people by cylinders. */
export function PlanMatrix({ content }: { content: LockingPlanContent }) {
  const { t } = useTranslation('locking-plans');
  const unknown = t('matrix.unknown');
  const source = useMemo(() => planSource(content, unknown), [content, unknown]);
  return (
    <Panel title={t('matrix.title')}>
      <Matrix
        source={source}
        label={t('matrix.caption')}
        corner={t('matrix.corner')}
        legend={['mayOpen']}
        explain={(place) => <Explanation source={source} place={place} />}
      />
    </Panel>
  );
}

function Explanation({ source, place }: { source: MatrixSource; place: MatrixPlace }) {
  const { t } = useTranslation('locking-plans');
  const row = source.rows.at(place.row);
  const column = source.columns.at(place.column);
  const isRight = row && column && (source.cell(place.row, place.column)?.share ?? 0) > 0;
  const rights = row ? source.rows.total?.(place.row) : source.columns.total?.(place.column);
  return (
    <>
      {[row, column].map(
        (entry) =>
          entry && (
            <div key={entry === row ? 'row' : 'column'}>
              <strong>{entry.label}</strong> {entry.isOdd && <span className="plan-unknown">{entry.detail}</span>}
            </div>
          ),
      )}
      <div>
        {row && column
          ? t(isRight ? 'word.mayOpen' : 'matrix.noRight')
          : t(row ? 'matrix.opens' : 'matrix.openedBy', { count: rights ?? 0, number: formatNumber(rights ?? 0) })}
      </div>
    </>
  );
}
