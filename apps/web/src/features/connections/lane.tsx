import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StandingTag } from '#components/standing/standing-tag';
import { TimeAgo } from '#components/time-ago';
import { useLatestTask } from '#data/tasks/sync';
import { timetableQuery } from '#data/tasks/timetables';
import { formatInstant } from '#lib/format';

type Props = { system: { id: string; name: string }; isActive: boolean };

/** One key plan and one key system: the sync state, the last sync and the next. */
export function Lane({ system: { id, name }, isActive }: Props) {
  const { t } = useTranslation('connections');
  return (
    <div className="lane">
      <div className="connection-head">
        <span aria-hidden>→</span> <strong>{name}</strong>
        {isActive && <StandingTag connectionId={id} />}
      </div>
      {isActive ? <Runs systemId={id} /> : <p className="mute">{t('lanes.notSynced')}</p>}
    </div>
  );
}

function Runs({ systemId }: { systemId: string }) {
  const { t } = useTranslation('connections');
  const task = useLatestTask('key_system', systemId);
  const { data: timetable } = useQuery(timetableQuery({ is: 'key_system', id: systemId }));
  const outcome = task && (task.result ? t(`lanes.outcomes.${task.result.outcome}`) : t(`lanes.states.${task.status}`));
  return (
    <p className="mute">
      {task && outcome && (
        <>
          {t('lanes.last')}{' '}
          <Link to="/tasks/$id" params={{ id: task.task_id }}>
            {outcome}
          </Link>
          , <TimeAgo isInside instant={task.completed_at ?? task.created_at} />
          {'. '}
        </>
      )}
      {timetable &&
        (timetable.next_run_at
          ? t(timetable.only_reads ? 'lanes.nextRead' : 'lanes.next', { when: formatInstant(timetable.next_run_at) })
          : t('lanes.nextByHand'))}
    </p>
  );
}
