import { type AccessWeek, access } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { weekQuery } from '#data/people/access';
import { formatNumber } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { AsOfSummary } from '../as-of/as-of-layers';
import { MomentPicker, useMoment, useTense } from '../moment-picker';
import { WhoMayOpen } from '../who-may-open';
import { Because } from './because';
import { lineKey, weekLines, zonesOf } from './week-lines';
import { WeekPicture } from './week-picture';
import { WeekSteps } from './week-steps';

const maxDepartments = 8;

/**
 * For a door or a place: who may open it now or at another moment, how many through the week, by which rules and
 * departments.
 */
export function AccessOfDoors({ of, id }: DoorsOrPlace) {
  const { t } = useTranslation('access');
  const may = useMay(access.week);
  const at = useMoment();
  const isPast = useTense() === 'past';
  const { data: week, error, refetch } = useQuery({ ...weekQuery({ of, id }, at), enabled: may });
  if (!may) return <p className="mute">{t('superAdminsOnly')}</p>;
  return (
    <div style={{ marginTop: 20 }}>
      <MomentPicker />
      <WhoMayOpen question={{ of, id }} />
      {at && isPast && <AsOfSummary of={of} id={id} at={at} />}
      {week && <OpenAtMoment question={{ of, id }} week={week} />}
      <section style={{ marginTop: 20 }}>
        {!week && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('week.loading')} />)}
        {week && week.rows.length > 0 && <WeekSection question={{ of, id }} week={week} />}
      </section>
    </div>
  );
}

/** How many people may open it at this very moment; only if a single time zone applies. */
function OpenAtMoment({ question, week }: { question: DoorsOrPlace; week: AccessWeek }) {
  const { t } = useTranslation('access');
  const at = useMoment();
  const [{ now } = { now: -1 }] = week.rows;
  const step = week.people.find(({ from, to }) => from <= now && now < to);
  if (!step || zonesOf(week.rows).length > 1) return null;
  return (
    <p style={{ marginTop: 8 }}>
      <PlaceLink to="/access/who" search={{ ...question, at, open_now: 'true' }}>
        {t(at ? 'week.openThen' : 'week.openNow', { count: step.people })}
      </PlaceLink>
    </p>
  );
}

type DoorsOrPlace = { of: 'cylinder' | 'location'; id: string };

function WeekSection({ question, week }: { question: DoorsOrPlace; week: AccessWeek }) {
  const { t } = useTranslation('access');
  const at = useMoment();
  const [chosen, setChosen] = useState<string>();
  const row = week.rows.find((one) => lineKey(one) === chosen);
  const more = week.departments.length - maxDepartments;
  return (
    <>
      <h3 style={{ marginBottom: 8 }}>{t('week.titleOfDoors')}</h3>
      <div className="panel" style={{ marginBottom: 12 }}>
        <WeekSteps week={week} />
        <WeekPicture
          label={t(week.as_of === 'past' ? 'week.labelOfDoorsThen' : 'week.labelOfDoors')}
          lines={weekLines(week, t)}
          chosen={chosen}
          onChoose={(key) => setChosen(key === chosen ? undefined : key)}
          foot={<span>{t('week.zone', { count: zonesOf(week.rows).length, zones: zonesOf(week.rows) })}</span>}
        />
      </div>
      {row && <Because of={week.of} row={row} />}
      {week.departments.length > 0 && (
        <>
          <h4 style={{ margin: '12px 0 4px' }}>{t('week.departments')}</h4>
          <ul className="lines">
            {week.departments.slice(0, maxDepartments).map(({ name, people }) => (
              <li key={name ?? ''}>
                {name ? (
                  <PlaceLink to="/access/who" search={{ ...question, at, department: name }}>
                    {name}
                  </PlaceLink>
                ) : (
                  t('week.noDepartment')
                )}{' '}
                <span className="mute">{formatNumber(people)}</span>
              </li>
            ))}
            {more > 0 && <li className="mute">{t('week.moreNamed', { count: more })}</li>}
          </ul>
        </>
      )}
    </>
  );
}
