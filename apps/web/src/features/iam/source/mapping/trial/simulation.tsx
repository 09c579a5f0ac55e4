import {
  type IamConnection,
  isUploaded,
  type Mapping,
  type MappingReach,
  mappings,
  type SyncTask,
} from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { TaskProgress } from '#components/task-progress';
import { useSimulateMapping } from '#data/sources/mapping-trials';
import { isFinished, useSyncTask } from '#data/tasks/sync';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { SimulationResult } from './simulation-result';

type Props = { source: IamConnection; mapping: Mapping; reach: MappingReach | undefined };

/** A dry run of the edited mapping over everyone. It runs in the background and changes no person. */
export function Simulation({ source, mapping, reach }: Props) {
  const { t } = useTranslation('source');
  const simulate = useSimulateMapping();
  const [tried, setTried] = useState<{ taskId: string; mapping: Mapping }>();
  const { data: task, error, refetch } = useSyncTask(tried?.taskId);
  const isCalled = !isUploaded(source.provider);
  const hasId = isCalled || Boolean(mapping.external_id);
  const unread = reach?.untold ?? [];
  const isBusy = simulate.isPending || (tried !== undefined && !error && !(task && isFinished(task)));
  const start = (read: boolean) =>
    simulate.mutate(
      { connectionId: source.id, mapping, read },
      { onSuccess: ({ task_id }) => setTried({ taskId: task_id, mapping }) },
    );
  return (
    <Panel title={t('trial.all.title')}>
      <div className="panel-body">
        <p>{t('trial.all.hint')}</p>
        {unread.length > 0 && <UnreadAttributes unread={unread} people={reach?.people ?? 0} isCalled={isCalled} />}
        <MayCall of={[mappings.simulate]}>
          <div className="actions">
            <Button onClick={() => start(false)} loading={isBusy} disabled={!hasId || unread.length > 0}>
              {t(tried ? 'trial.all.again' : 'trial.all.start')}
            </Button>
            {isCalled && (
              <Button variant="default" onClick={() => start(true)} disabled={isBusy}>
                {t('trial.all.read')}
              </Button>
            )}
            <span className="mute">{hasId ? isCalled && t('trial.all.readHint') : t('trial.all.idFirst')}</span>
          </div>
        </MayCall>
        {simulate.error && (
          <Notice tone="red" title={t('trial.all.refused')}>
            {simulate.error.message}
          </Notice>
        )}
      </div>
      {tried && error && !task && <Failure error={error} onRetry={refetch} />}
      {tried && task && <Ran task={task} isOlder={JSON.stringify(tried.mapping) !== JSON.stringify(mapping)} />}
    </Panel>
  );
}

/** Attributes that were never read have no values to simulate with. */
function UnreadAttributes({
  unread,
  people,
  isCalled,
}: {
  unread: readonly string[];
  people: number;
  isCalled: boolean;
}) {
  const { t } = useTranslation('source');
  const attributes = [...unread];
  return isCalled ? (
    <Notice tone="grey" title={t('trial.all.unread', { attributes })}>
      {t('trial.all.unreadOf', { count: people })}
    </Notice>
  ) : (
    <Notice tone="amber" title={t('trial.all.notColumns', { attributes })}>
      {t('trial.all.notColumnsHint')}
    </Notice>
  );
}

function Ran({ task, isOlder }: { task: SyncTask; isOlder: boolean }) {
  const { t } = useTranslation(['source', 'tasks']);
  if (!isFinished(task)) {
    return (
      <section className="panel-body" aria-label={t('trial.all.running')}>
        <TaskProgress task={task} />
      </section>
    );
  }
  if (task.status === 'FAILURE') {
    return (
      <div className="panel-body">
        <Notice
          tone={task.cancelled ? 'grey' : 'red'}
          title={t(task.cancelled ? 'tasks:cancelledTitle' : 'trial.all.failed')}
        >
          {task.error ?? t('trial.all.unknown')}
        </Notice>
      </div>
    );
  }
  if (task.change_set_id === null) return <Loading label={t('trial.all.loading')} />;
  return <SimulationResult changeSetId={task.change_set_id} isOlder={isOlder} />;
}
