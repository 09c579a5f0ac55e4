import type { SyncTask } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { taskStateOf, taskStateTones } from '#data/tasks/end-of-task';
import { kindsOfTask } from '#data/tasks/kinds-of-task';
import { isFinished } from '#data/tasks/sync';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';

export function TaskFacts({ task }: { task: SyncTask }) {
  const { t } = useTranslation(['tasks', 'shell']);
  const { kind, status, phase, title, dry_run, created_at, started_at, completed_at } = task;
  const stand = taskStateOf(task);
  const { hasPreview, subject, place } = kindsOfTask[kind];
  const facts = [
    { label: t('facts.kind'), value: t(`kinds.${kind}`) },
    ...(isFinished(task) ? [] : [{ label: t('facts.phase'), value: t(`shell:notifications.phases.${phase}`) }]),
    ...(hasPreview ? [{ label: t('facts.dryRun'), value: t(dry_run ? 'facts.yes' : 'facts.no') }] : []),
    { label: t(`facts.${subject}`), value: <PlaceLink to={place}>{title}</PlaceLink> },
    { label: t('facts.created'), value: formatInstant(created_at) },
    { label: t('facts.started'), value: formatInstant(started_at) },
    { label: t('facts.completed'), value: formatInstant(completed_at) },
  ];
  return (
    <Panel
      title={t('facts.title')}
      actions={
        <StatusTag
          tone={taskStateTones[stand]}
          label={status === 'PENDING' ? t('stands.pending') : t(`stands.${stand}`)}
        />
      }
      padded
    >
      <KeyValues items={facts} />
    </Panel>
  );
}
