import { CleaningFinding, cleaningList, type GeneratorRun } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useListFilter } from '#components/records/list-state';
import type { RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag, type Tone } from '#ui/status-tag';
import { percentOf } from '../result/percent-of';
import { FindingsBar } from './finding-decisions';
import { FindingDrawer } from './finding-drawer';

const tones: Record<CleaningFinding['decision'], Tone> = { open: 'grey', keep: 'blue', remove: 'red', add: 'green' };

/** What should be looked at in the access that was read, to be decided for the draft. */
export function ReviewView({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const params = { id: run.id };
  return (
    <Panel title={t('review.title')} actions={<ExportButton list={cleaningList} params={params} />}>
      <RecordList
        list={cleaningList}
        params={params}
        columns={useFindingColumns()}
        filters={useFindingFilters()}
        words={{ caption: t('review.caption'), loading: t('review.loading'), noMatch: t('review.noMatch') }}
        empty={<Empty title={t('review.empty')} hint={t('review.emptyHint')} />}
        rowLabel={(finding) => t('review.open', { name: nameOf(finding) })}
        drawer={({ row, onClose }) => row && <FindingDrawer runId={run.id} finding={row} onClose={onClose} />}
        bulk={{
          nameOf,
          bar: (chosen, onClear) => <FindingsBar runId={run.id} findings={chosen} onClear={onClear} />,
        }}
      />
    </Panel>
  );
}

/** Whose right to which door; a sentence about a person as a whole names the person itself. */
const subjectOf = ({ person, door }: CleaningFinding): string =>
  [person?.name, door && `${door.name} (${door.marking})`].filter(Boolean).join(' → ');

const nameOf = (finding: CleaningFinding): string => [subjectOf(finding), finding.sentence].filter(Boolean).join(': ');

function Finding({ finding }: { finding: CleaningFinding }) {
  const subject = subjectOf(finding);
  if (!subject) return finding.sentence;
  return (
    <>
      <div>{subject}</div>
      <div className="mute">{finding.sentence}</div>
    </>
  );
}

function useFindingColumns(): RecordColumn<typeof cleaningList>[] {
  const { t } = useTranslation('generator');
  return [
    { key: 'finding', phone: 'title', header: t('review.finding'), cell: (finding) => <Finding finding={finding} /> },
    {
      key: 'owner',
      phone: 'meta',
      header: t('review.owner'),
      sort: 'owner',
      hideBelow: 900,
      width: 170,
      cell: ({ owner }) => owner ?? <span className="mute">{t('review.noOwner')}</span>,
    },
    {
      key: 'kind',
      phone: 'meta',
      header: t('review.kind'),
      sort: 'kind',
      hideBelow: 760,
      width: 190,
      cell: ({ kind }) => t(`review.kinds.${kind}`),
    },
    {
      key: 'share',
      header: t('review.share'),
      sort: 'share',
      align: 'right',
      hideBelow: 1_000,
      width: 130,
      cell: ({ share }) => (share === null ? '–' : t('percent', { value: percentOf(share) })),
    },
    {
      key: 'decision',
      phone: 'aside',
      header: t('review.decision'),
      width: 130,
      cell: ({ decision }) => <StatusTag tone={tones[decision]} label={t(`review.decisions.${decision}`)} />,
    },
  ];
}

/** Owners are offered through the owner that is filtered by: a link from a finding sets it. */
function useFindingFilters(): RecordFilter<typeof cleaningList>[] {
  const { t } = useTranslation('generator');
  const [{ owner }] = useListFilter(cleaningList);
  const kinds = CleaningFinding.shape.kind.options.map((value) => ({ value, label: t(`review.kinds.${value}`) }));
  const decisions = CleaningFinding.shape.decision.options.map((value) => ({
    value,
    label: t(`review.decisions.${value}`),
  }));
  return [
    { name: 'kind', label: t('review.kind'), options: kinds },
    { name: 'decision', label: t('review.decision'), options: decisions },
    { name: 'owner', label: t('review.owner'), options: owner === undefined ? [] : [{ value: owner, label: owner }] },
  ];
}
