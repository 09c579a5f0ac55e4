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
import { GainedAndLost } from './gained-and-lost';
import './history.css';
import { MatrixLink } from './matrix-link';
import { RestoreDialog } from './restore-dialog';
import { toImpact } from './to-impact';
import { VersionDrawer } from './version-drawer';
import { versionWords } from './version-words';

/** In narrower windows the columns have no room beside the actions. */
const columnsFrom = 900;

/** The versions of the plan, with author, time and reason; two can be compared, one restored. */
export function HistoryTab({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-versions');
  const [restoring, setRestoring] = useState<PlanVersion>();
  const [shown, setShown] = useState<PlanVersion>();
  const params = { keyplan_id: plan.id };
  const causes = PlanVersion.shape.cause.options.map((value) => ({ value, label: t(`history.causes.${value}`) }));
  return (
    <>
      <Panel title={t('history.title')} actions={<ExportButton list={planVersionList} params={params} />}>
        <RecordList
          list={planVersionList}
          params={params}
          columns={useVersionColumns(plan, { onShow: setShown, onRestore: setRestoring })}
          filters={[{ name: 'cause', label: t('history.cause'), options: causes }]}
          words={t('history.words', { returnObjects: true })}
          rowKey={({ number }) => String(number)}
          bulk={{
            nameOf: ({ number }) => t('history.select', { number }),
            bar: (chosen, onClear) => <Chosen plan={plan} chosen={chosen} onClear={onClear} />,
          }}
        />
      </Panel>
      {shown && <VersionDrawer plan={plan} version={shown} onClose={() => setShown(undefined)} />}
      {restoring && <RestoreDialog plan={plan} version={restoring} onClose={() => setRestoring(undefined)} />}
    </>
  );
}

type Acts = Record<'onShow' | 'onRestore', (version: PlanVersion) => void>;

function useVersionColumns(plan: KeyPlan, { onShow, onRestore }: Acts): RecordColumn<typeof planVersionList>[] {
  const { t } = useTranslation('plan-versions');
  return [
    {
      key: 'number',
      header: t('history.columns.number'),
      sort: 'number',
      phone: 'title',
      cell: (version) => (
        <span className="version-stop" data-in-force={version.is_in_force && plan.is_active}>
          <NumberTag plan={plan} version={version} />
          <InNarrow version={version} />
        </span>
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
      cell: (version) => (
        <>
          {versionWords(version, t)} <GainedAndLost version={version} />
        </>
      ),
    },
    {
      key: 'action',
      header: t('history.columns.action'),
      phone: 'meta',
      cell: (version) => (
        <VersionActions version={version} onShow={() => onShow(version)} onRestore={() => onRestore(version)} />
      ),
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
function InNarrow({ version }: Pick<Props, 'version'>) {
  const { t } = useTranslation('plan-versions');
  if (useViewportWidth() >= columnsFrom) return null;
  const { at, made_by, reason } = version;
  return (
    <span className="mute" style={{ display: 'block' }}>
      {[formatInstant(at), made_by, versionWords(version, t), reason].filter(Boolean).join(' · ')}
      <GainedAndLost version={version} />
    </span>
  );
}

type ActionProps = { version: PlanVersion; onShow: () => void; onRestore: () => void };

function VersionActions({ version: { number, is_in_force }, onShow, onRestore }: ActionProps) {
  const { t } = useTranslation('plan-versions');
  const mayRestore = useMay(planVersions.restore);
  return (
    <div className="actions">
      <Button variant="default" onClick={onShow} aria-label={t('history.showNamed', { number })}>
        {t('history.show')}
      </Button>
      {!is_in_force && mayRestore && (
        <Button variant="default" onClick={onRestore} aria-label={t('history.restoreNamed', { number })}>
          {t('history.restore')}
        </Button>
      )}
    </div>
  );
}

function Chosen({ plan, chosen, onClear }: { plan: KeyPlan; chosen: PlanVersion[]; onClear: () => void }) {
  const { t } = useTranslation('plan-versions');
  const [older, newer, ...others] = chosen.map(({ number }) => number).sort((a, b) => a - b);
  const isPair = older !== undefined && newer !== undefined && others.length === 0;
  return (
    <BulkBar label={t('history.selection')} count={t('history.chosen', { count: chosen.length })}>
      {isPair ? (
        <>
          <LinkButton {...toImpact(plan, older, newer)}>{t('history.compare')}</LinkButton>
          <MatrixLink plan={plan} from={older} to={newer} />
        </>
      ) : (
        <span>{t('history.chooseTwo')}</span>
      )}
      <Button variant="default" onClick={onClear}>
        {t('history.clear')}
      </Button>
    </BulkBar>
  );
}
