import { type KeyPlan, PlanVersion, planVersionList, planVersions } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { BulkBar } from '#ui/table/bulk-bar';
import { useViewportWidth } from '#ui/viewport-width';
import { RestoreDialog } from './restore-dialog';
import { versionWords } from './version-words';

/** In narrower windows the columns have no room beside the actions. */
const columnsFrom = 900;

/** What was in force of the plan when, by whom and why; two of them can be compared, one restored. */
export function HistoryTab({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-versions');
  const [restoring, setRestoring] = useState<PlanVersion>();
  const params = { keyplan_id: plan.id };
  const causes = PlanVersion.shape.cause.options.map((value) => ({ value, label: t(`history.causes.${value}`) }));
  return (
    <>
      <Panel title={t('history.title')} actions={<ExportButton list={planVersionList} params={params} />}>
        <RecordList
          list={planVersionList}
          params={params}
          columns={useVersionColumns(plan, setRestoring)}
          filters={[{ name: 'cause', label: t('history.cause'), options: causes }]}
          words={t('history.words', { returnObjects: true })}
          rowKey={({ number }) => String(number)}
          bulk={{
            nameOf: ({ number }) => t('history.select', { number }),
            bar: (chosen, onClear) => <Chosen plan={plan} chosen={chosen} onClear={onClear} />,
          }}
        />
      </Panel>
      {restoring && <RestoreDialog plan={plan} version={restoring} onClose={() => setRestoring(undefined)} />}
    </>
  );
}

function useVersionColumns(
  plan: KeyPlan,
  onRestore: (version: PlanVersion) => void,
): RecordColumn<typeof planVersionList>[] {
  const { t } = useTranslation('plan-versions');
  return [
    {
      key: 'number',
      header: t('history.columns.number'),
      sort: 'number',
      cell: (version) => (
        <>
          <NumberTag plan={plan} version={version} />
          <InNarrow version={version} />
        </>
      ),
    },
    { key: 'at', header: t('history.columns.at'), hideBelow: columnsFrom, cell: ({ at }) => formatInstant(at) },
    { key: 'by', header: t('history.columns.by'), hideBelow: columnsFrom, cell: ({ made_by }) => made_by || '–' },
    {
      key: 'reason',
      header: t('history.columns.reason'),
      hideBelow: columnsFrom,
      cell: ({ reason, cause }) => reason ?? <span className="mute">{t(`history.causes.${cause}`)}</span>,
    },
    {
      key: 'changes',
      header: t('history.columns.changes'),
      hideBelow: columnsFrom,
      cell: (version) => versionWords(version, t),
    },
    {
      key: 'action',
      header: t('history.columns.action'),
      cell: (version) => <VersionActions plan={plan} version={version} onRestore={() => onRestore(version)} />,
    },
  ];
}

type Props = { plan: KeyPlan; version: PlanVersion };

/** The latest version is in force only while the plan is active. */
function NumberTag({ plan, version: { number, is_in_force } }: Props) {
  const { t } = useTranslation('plan-versions');
  if (!is_in_force) return number;
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      {number}
      {plan.is_active ? (
        <StatusTag tone="green" label={t('history.inForce')} />
      ) : (
        <StatusTag tone="grey" label={t('history.latest')} />
      )}
    </span>
  );
}

/** In narrow windows, what the hidden columns say. */
function InNarrow({ version }: { version: PlanVersion }) {
  const { t } = useTranslation('plan-versions');
  if (useViewportWidth() >= columnsFrom) return null;
  const { at, made_by, reason } = version;
  return (
    <p className="mute">{[formatInstant(at), made_by, versionWords(version, t), reason].filter(Boolean).join(' · ')}</p>
  );
}

function VersionActions({ plan, version: { number, is_in_force }, onRestore }: Props & { onRestore: () => void }) {
  const { t } = useTranslation('plan-versions');
  const mayRestore = useMay(planVersions.restore);
  return (
    <div className="actions">
      {number > 1 && (
        <LinkButton
          {...toImpact(plan, number - 1, number)}
          variant="default"
          aria-label={t('history.effectNamed', { number })}
        >
          {t('history.effect')}
        </LinkButton>
      )}
      {!is_in_force && mayRestore && (
        <Button variant="default" onClick={onRestore} aria-label={t('history.restoreNamed', { number })}>
          {t('history.restore')}
        </Button>
      )}
    </div>
  );
}

const toImpact = ({ id }: KeyPlan, from: number, to: number) =>
  ({
    to: '/keys/key-plans/$id',
    params: { id },
    search: { tab: 'impact', from: String(from), to: String(to) },
    resetScroll: false,
  }) as const;

function Chosen({ plan, chosen, onClear }: { plan: KeyPlan; chosen: PlanVersion[]; onClear: () => void }) {
  const { t } = useTranslation('plan-versions');
  const [older, newer, ...others] = chosen.map(({ number }) => number).sort((a, b) => a - b);
  const isPair = older !== undefined && newer !== undefined && others.length === 0;
  return (
    <BulkBar label={t('history.selection')} count={t('history.chosen', { count: chosen.length })}>
      {isPair ? (
        <LinkButton {...toImpact(plan, older, newer)}>{t('history.compare')}</LinkButton>
      ) : (
        <span>{t('history.chooseTwo')}</span>
      )}
      <Button variant="default" onClick={onClear}>
        {t('history.clear')}
      </Button>
    </BulkBar>
  );
}
