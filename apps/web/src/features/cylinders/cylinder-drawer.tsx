import { access, type CylinderDetail, type ProgrammingJob, programming } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTense } from '#components/access/moment-picker';
import { AccessOfDoors } from '#components/access/week/access-of-doors';
import { ExposedRights } from '#components/exposed-rights';
import { Capacities } from '#components/programming/capacity-gauge';
import { OrderDialog } from '#components/programming/order-dialog';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { cylinderQuery } from '#data/key-systems/cylinders';
import { formatDate } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { StatusTag, type Tone } from '#ui/status-tag';
import { AccessEvents } from './access-events';
import { useCodeWords } from './use-code-words';

/** One cylinder: who may open it, facts, programming jobs, access events. */
export function CylinderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('cylinders');
  const { data: cylinder, error, refetch } = useQuery(cylinderQuery(id));
  const isPast = useTense() === 'past';
  return (
    <SideDrawer title={cylinder?.marking ?? t('cylinder.loadingOne')} opened onClose={onClose}>
      {!cylinder &&
        (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('cylinder.loadingOne')} />)}
      {cylinder && (
        <>
          <p>{[cylinder.own_name, cylinder.name].find(Boolean)}</p>
          <p className="mute">
            {isPast && t('cylinder.today')} <Place cylinder={cylinder} />
          </p>
          <AccessOfDoors of="cylinder" id={id} />
          {!isPast && <ExposedRights of={{ cylinder_id: id }} />}
          <Facts cylinder={cylinder} isPast={isPast} />
          {!isPast && (
            <>
              <Capacities of={{ cylinder_id: id }} />
              <Jobs jobs={cylinder.jobs} />
              <Order cylinder={cylinder} />
              <AccessEvents of={{ cylinder_id: id }} aside={({ key_marking }) => key_marking} />
            </>
          )}
        </>
      )}
    </SideDrawer>
  );
}

/** What is read of it now, also while a past moment is shown. */
function Facts({ cylinder, isPast }: { cylinder: CylinderDetail; isPast: boolean }) {
  const { t } = useTranslation('cylinders');
  const typeWord = useCodeWords('cylinder_types');
  const stateWord = useCodeWords('cylinder_states');
  const { own_name, name, notes } = cylinder;
  const only = (field: 'name' | 'notes', value: string | null) =>
    value ? [{ label: t(`cylinder.fields.${field}`), value }] : [];
  return (
    <section style={{ marginTop: 20 }}>
      <h3 style={{ marginBottom: 8 }}>{t(isPast ? 'cylinder.factsToday' : 'cylinder.facts')}</h3>
      <KeyValues
        items={[
          ...only('name', own_name && name), // else it stands above
          ...only('notes', notes),
          { label: t('cylinder.fields.group'), value: <Group cylinder={cylinder} /> },
          { label: t('cylinder.fields.type'), value: typeWord(cylinder.cylinder_type) },
          { label: t('cylinder.fields.state'), value: stateWord(cylinder.state) },
          { label: t('cylinder.fields.domain'), value: cylinder.domain },
          { label: t('cylinder.fields.system'), value: cylinder.connection_name },
          { label: t('cylinder.fields.external'), value: <Mono>{cylinder.external_id}</Mono> },
          { label: t('read'), value: <TimeAgo instant={cylinder.read_at} /> },
        ]}
      />
    </section>
  );
}

/** Links to the place of the cylinder, where known. */
function Place({ cylinder: { location, location_id, location_path } }: { cylinder: CylinderDetail }) {
  if (!location_id) return location;
  return (
    <PlaceLink to="/keys/locations" search={{ location_id }}>
      {location_path}
    </PlaceLink>
  );
}

/** Links to who may open any door of the group. */
function Group({ cylinder: { group_id, group_name } }: { cylinder: CylinderDetail }) {
  const may = useMay(access.who);
  if (!group_id || !may) return group_name;
  return (
    <Link to="/access/who" search={{ of: 'group', id: group_id }}>
      {group_name}
    </Link>
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

/** Not for a planned one, which its key system does not know yet. */
function Order({ cylinder }: { cylinder: CylinderDetail }) {
  const { t } = useTranslation('programming');
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay(programming.order) || cylinder.is_planned) return null;
  return (
    <div style={{ marginTop: 8 }}>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('order.action')}
      </Button>
      {isOpen && <OrderDialog cylinder={cylinder} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
