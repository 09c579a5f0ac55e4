import type { CylinderDetail, ProgrammingJob } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { cylinderQuery } from '#data/cylinders';
import { formatDate } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Failure, Loading } from '#ui/page-states';
import { SideDrawer } from '#ui/side-drawer';
import { StatusTag, type Tone } from '#ui/status-tag';
import { AccessEvents } from './access-events';
import { useCodeWords } from './use-code-words';

/** One cylinder: facts, programming jobs, access events. */
export function CylinderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('cylinders');
  const { data: cylinder, error, refetch } = useQuery(cylinderQuery(id));
  return (
    <SideDrawer title={cylinder?.marking ?? t('cylinder.loadingOne')} opened onClose={onClose}>
      {!cylinder &&
        (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('cylinder.loadingOne')} />)}
      {cylinder && (
        <>
          <Facts cylinder={cylinder} />
          <Jobs jobs={cylinder.jobs} />
          <AccessEvents of={{ cylinder_id: id }} aside={({ key_marking }) => key_marking} />
        </>
      )}
    </SideDrawer>
  );
}

function Facts({ cylinder }: { cylinder: CylinderDetail }) {
  const { t } = useTranslation('cylinders');
  const typeWord = useCodeWords('cylinder_types');
  const stateWord = useCodeWords('cylinder_states');
  const own = (['own_name', 'notes'] as const).flatMap((field) =>
    cylinder[field] ? [{ label: t(`cylinder.fields.${field}`), value: cylinder[field] }] : [],
  );
  return (
    <KeyValues
      items={[
        { label: t('cylinder.fields.name'), value: cylinder.name },
        ...own,
        { label: t('cylinder.fields.location'), value: cylinder.location },
        { label: t('cylinder.fields.group'), value: cylinder.group_name },
        { label: t('cylinder.fields.type'), value: typeWord(cylinder.cylinder_type) },
        { label: t('cylinder.fields.state'), value: stateWord(cylinder.state) },
        { label: t('cylinder.fields.domain'), value: cylinder.domain },
        { label: t('cylinder.fields.system'), value: cylinder.connection_name },
        { label: t('cylinder.fields.external'), value: <Mono>{cylinder.external_id}</Mono> },
        { label: t('read'), value: <TimeAgo instant={cylinder.read_at} /> },
      ]}
    />
  );
}

const tones: Record<string, Tone> = { done: 'green', failed: 'red', loaded_on_key: 'blue', assigned: 'blue' };

function Jobs({ jobs }: { jobs: readonly ProgrammingJob[] }) {
  const { t } = useTranslation('cylinders');
  const kindWord = useCodeWords('job_kinds');
  const stateWord = useCodeWords('job_states');
  return (
    <section style={{ marginTop: 20 }}>
      <h3 style={{ marginBottom: 8 }}>{t('cylinder.history')}</h3>
      {jobs.length === 0 && <p className="mute">{t('cylinder.noJobs')}</p>}
      <ul className="lines">
        {jobs.map((job) => (
          <li key={job.external_id}>
            <StatusTag tone={tones[job.state] ?? 'amber'} label={stateWord(job.state)} /> {kindWord(job.kind)}
            <div className="mute">
              {[
                job.assigned_key && t('cylinder.jobKey', { key: job.assigned_key }),
                job.done_at
                  ? t('cylinder.jobDone', { date: formatDate(job.done_at) })
                  : t('cylinder.jobSince', { date: formatDate(job.created_at) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
