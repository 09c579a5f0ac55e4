import {
  type ChangeSet,
  changedDoorList,
  changedKeyList,
  changedPersonList,
  changeList,
  changeSets,
} from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useMay } from '#data/auth';
import { changeSetQuery, isMoving } from '#data/tasks/change-sets';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { AllowOnceDialog, ApplyDialog, DiscardDialog } from './decision/decision-dialogs';
import { GuardNotices } from './decision/guard-notices';
import { RaiseLimitDialog } from './decision/raise-limit-dialog';
import { AppliedNotice } from './doors/applied-notice';
import { useTab } from './doors/change-set-tab';
import { ChangeSetTabs } from './doors/change-set-tabs';
import { Headline } from './doors/headline';
import { LiveProgress } from './live-progress';
import { RenamesPanel } from './renames/renames-panel';
import { StateNotices } from './state-notices';
import { useChangeSetHistory } from './use-change-set-history';
import './doors/doors.css';

export function ChangeSetPage() {
  const { t } = useTranslation('change-sets');
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(changeSetQuery(id));
  if (data) return <LoadedChangeSet changeSet={data} />;
  return (
    <Page title={t('list.words.title')} back={{ to: '/change-sets', label: t('list.words.title') }}>
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('list.words.loading')} />}
    </Page>
  );
}

type ExportProps = { params: { id: string } };

/** The list of the current tab. */
const exports = {
  people: (props: ExportProps) => <ExportButton list={changedPersonList} {...props} />,
  doors: (props: ExportProps) => <ExportButton list={changedDoorList} {...props} />,
  keys: (props: ExportProps) => <ExportButton list={changedKeyList} {...props} />,
  writes: (props: ExportProps) => <ExportButton list={changeList} {...props} />,
};

const dialogs = { apply: ApplyDialog, allow: AllowOnceDialog, raise: RaiseLimitDialog, discard: DiscardDialog };

function LoadedChangeSet({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const history = useChangeSetHistory(changeSet);
  const { state, title, total } = changeSet;
  const [mayApply, mayDiscard] = [useMay(changeSets.apply), useMay(changeSets.discard)];
  const isWaiting = state === 'ready' || state === 'quarantined';
  const Dialog = dialog && dialogs[dialog];
  const Export = exports[useTab(changeSet)];
  const actions = (
    <>
      {total > 0 && <Export params={{ id: changeSet.id }} />}
      {isWaiting && mayDiscard && (
        <Button variant="default" c="var(--red)" onClick={() => setDialog('discard')}>
          {t('word.discard')}
        </Button>
      )}
      {state === 'ready' && mayApply && <Button onClick={() => setDialog('apply')}>{t('one.apply')}</Button>}
    </>
  );
  return (
    <Page
      title={title}
      subtitle={history}
      back={{ to: '/change-sets', label: t('list.words.title') }}
      actions={actions}
    >
      {state === 'quarantined' && (
        <GuardNotices
          changeSet={changeSet}
          onAllowOnce={() => setDialog('allow')}
          onRaiseLimit={() => setDialog('raise')}
        />
      )}
      {changeSet.kind === 'directory' && <RenamesPanel changeSet={changeSet} />}
      {isMoving(changeSet) && <LiveProgress changeSet={changeSet} />}
      <AppliedNotice changeSet={changeSet} />
      <StateNotices changeSet={changeSet} />
      {total > 0 && state !== 'applied' && <Headline changeSet={changeSet} />}
      {total > 0 && <ChangeSetTabs changeSet={changeSet} />}
      {Dialog && <Dialog changeSet={changeSet} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
