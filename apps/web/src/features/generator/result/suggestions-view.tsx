import { type GeneratorRun, type Suggestion, SuggestionDecision, suggestionList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { usePatchSearch } from '#ui/table/url-state';
import { useViewportWidth } from '#ui/viewport-width';
import { AcceptMany } from '../decide/accept-many';
import { Decisions } from '../decide/decisions';
import { MergeBar } from '../decide/merge-bar';
import { FoldingMatrix } from './folding-matrix';
import { SuggestionCard } from './suggestion-card';
import { SuggestionDrawer } from './suggestion-drawer';

/** In narrower windows, the matrix has a view of its own only. */
const besidePx = 1_200;
const thresholds = ['1', '0.95', '0.9', '0.8'] as const;

/** The list of suggestions, beside the matrix where there is room. */
export function SuggestionsView({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const isWide = useViewportWidth() >= besidePx;
  const patch = usePatchSearch();
  return (
    <div className={isWide ? 'generator-pair-of-panels' : undefined}>
      <Panel title={t('views.suggestions')} actions={<AcceptMany run={run} />}>
        <p className="mute panel-note" role="status">
          {t('list.decided', run.decided)}
        </p>
        <Suggestions run={run} />
      </Panel>
      {isWide && (
        <div className="generator-beside">
          <Panel title={t('views.matrix')}>
            <FoldingMatrix runId={run.id} onOpen={(id) => patch({ open: id })} />
          </Panel>
        </div>
      )}
    </div>
  );
}

function Suggestions({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const nameOf = ({ name }: Suggestion) => name;
  const column: RecordColumn<typeof suggestionList> = {
    key: 'suggestion',
    header: t('list.column'),
    cell: (suggestion) => (
      <SuggestionCard suggestion={suggestion} actions={<Decisions runId={run.id} suggestion={suggestion} isShort />} />
    ),
  };
  return (
    <RecordList
      list={suggestionList}
      params={{ id: run.id }}
      columns={[column]}
      filters={useSuggestionFilters()}
      words={{
        caption: t('list.caption'),
        loading: t('list.loading'),
        search: t('list.search'),
        placeholder: t('list.placeholder'),
        noMatch: t('list.noMatch'),
      }}
      empty={<Empty title={t('list.empty')} hint={t('list.emptyHint')} />}
      rowLabel={({ name }) => t('list.open', { name })}
      drawer={({ id, onClose }) => <SuggestionDrawer key={id} runId={run.id} id={id} onClose={onClose} />}
      bulk={{
        nameOf,
        bar: (chosen, onClear) => <MergeBar runId={run.id} chosen={chosen} onClear={onClear} />,
      }}
    />
  );
}

function useSuggestionFilters(): RecordFilter<typeof suggestionList>[] {
  const { t } = useTranslation('generator');
  const kinds = (['rule', 'profile'] as const).map((value) => ({ value, label: t(`list.kinds.${value}`) }));
  const decisions = SuggestionDecision.options.map((value) => ({ value, label: t(`list.decisions.${value}`) }));
  const confidences = thresholds.map((value) => ({
    value,
    label: t('list.atLeast', { value: Math.round(Number(value) * 100) }),
  }));
  return [
    { name: 'kind', label: t('list.kind'), options: kinds },
    { name: 'decision', label: t('list.decision'), options: decisions },
    { name: 'min_confidence', label: t('list.confidence'), options: confidences },
  ];
}
