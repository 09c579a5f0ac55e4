import type { Suggestion } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Matrix } from '#components/matrix/matrix';
import type { MatrixPlace } from '#components/matrix/source/matrix-source';
import { runMatrixQuery, suggestionQuery } from '#data/plans/generator';
import { describeWindows } from '#lib/time/describe-windows';
import { Empty, Failure, Loading } from '#ui/page-states';
import { type FoldingSource, foldingSource, type RunMatrix } from './folding-source';
import { percentOf } from './percent-of';

type Props = {
  runId: string;
  /** The last event that changes it, while the run works. */
  newest?: string;
  /** Suggestions whose names are known: all of them, while the run works. */
  names?: ReadonlyMap<string, Pick<Suggestion, 'name'>>;
  onOpen?: (suggestionId: string) => void;
};

/** The access that was read; it folds into blocks as suggestions appear. */
export function FoldingMatrix(props: Props) {
  const { runId, newest } = props;
  const { t } = useTranslation('generator');
  const { data, error, refetch } = useQuery(runMatrixQuery(runId, newest));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('matrix.loading')} />;
  if (data.rows.length === 0) return <Empty title={t(data.is_partial ? 'matrix.reading' : 'matrix.empty')} />;
  return <Shown {...props} matrix={data} />;
}

const noNames: NonNullable<Props['names']> = new Map();

function Shown({ matrix, runId, names = noNames, onOpen }: Props & { matrix: RunMatrix }) {
  const { t } = useTranslation('generator');
  const source = useMemo(() => {
    const folding = foldingSource(matrix);
    const words = (row: number, column: number): string => {
      const at = folding.foldingAt(row, column);
      if (!at) return t('matrix.none');
      const name = names.get(at.suggestionId ?? '')?.name;
      const by = name === undefined ? t(`matrix.${at.folding}`) : t('matrix.bySuggestion', { name });
      const parts = [
        by,
        at.share < 1 && t('matrix.share', { share: t('percent', { value: percentOf(at.share) }) }),
        at.hours ? at.hours.length > 0 && describeWindows(at.hours) : t('matrix.mixedHours'),
      ];
      return parts.filter(Boolean).join(', ');
    };
    return { ...folding, words };
  }, [matrix, names, t]);
  const hasHours = matrix.schedules.length > 1;
  const open = (place: MatrixPlace) => {
    const id = source.foldingAt(place.row, place.column)?.suggestionId;
    if (id) onOpen?.(id);
  };
  return (
    <>
      <Matrix
        source={source}
        label={t('matrix.label')}
        corner={t('matrix.corner')}
        legend={[
          { look: 'profile', label: t('matrix.suggestion') },
          { look: 'place', label: t('matrix.request') },
          matrix.is_partial ? { look: 'direct', label: t('matrix.open') } : { look: 'door', label: t('matrix.single') },
          ...(hasHours ? [{ look: 'limited', label: t('matrix.limited') } as const] : []),
        ]}
        explain={(place) => <Explanation source={source} place={place} runId={matrix.is_partial ? undefined : runId} />}
        {...(onOpen && { onOpen: open })}
      />
      {matrix.rows_left_out > 0 && (
        <p className="mute panel-note">{t('matrix.leftOut', { count: matrix.rows_left_out })}</p>
      )}
    </>
  );
}

type Explained = { source: FoldingSource & { words: (row: number, column: number) => string } } & {
  place: MatrixPlace;
  /** Undefined while it works: its suggestions cannot be opened yet. */
  runId: string | undefined;
};

function Explanation({ source, place, runId }: Explained) {
  const { t } = useTranslation('generator');
  const row = source.rows.at(place.row);
  const column = source.columns.at(place.column);
  const id = row && column ? source.foldingAt(place.row, place.column)?.suggestionId : undefined;
  return (
    <>
      {row && (
        <div>
          <strong>{row.label}</strong> <span className="mute">{t('people', { count: row.size })}</span>
        </div>
      )}
      {column && (
        <div>
          <strong>{column.label}</strong> <span className="mute">{column.detail}</span>
        </div>
      )}
      {row && column && <div>{source.words(place.row, place.column)}</div>}
      {runId !== undefined && id !== undefined && <SuggestionName runId={runId} id={id} />}
    </>
  );
}

function SuggestionName({ runId, id }: { runId: string; id: string }) {
  const { data } = useQuery(suggestionQuery({ runId, id }));
  return data ? <div className="mute">{data.name}</div> : null;
}
