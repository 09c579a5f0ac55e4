import { type ChangedPersonDetails, type ChangeSet, changeSets } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '#data/calls/refetching';
import { call } from '#lib/calls/call';
import { formatInstant } from '#lib/format';
import { timeInWords } from '#lib/time/time-in-words';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { kindsOfChangeSet } from '../kinds';
import { Layers } from './layers';

type Props = { changeSet: ChangeSet; personId: string; onClose: () => void };

const changedPersonQuery = ({ id, state, applied }: ChangeSet, person_id: string) => ({
  queryKey: keyOf(changeSets.person, 'person', id, person_id, state, applied),
  queryFn: ({ signal }: { signal: AbortSignal }) => call(changeSets.person, { params: { id, person_id } }, { signal }),
});

/** Which doors a person gains and loses, why, and the state of the three layers. */
export function PersonDrawer({ changeSet, personId, onClose }: Props) {
  const { t } = useTranslation('change-sets');
  const { data, error, refetch } = useQuery(changedPersonQuery(changeSet, personId));
  if (!data) {
    return (
      <SideDrawer title={t('doors.person.loading')} opened onClose={onClose}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('doors.person.loading')} />}
      </SideDrawer>
    );
  }
  const { caveat } = kindsOfChangeSet[changeSet.kind];
  return (
    <SideDrawer title={titleOf()} opened onClose={onClose}>
      <Layers changeSet={changeSet} person={data} />
      <h3 className="drawer-heading">{t('doors.person.why')}</h3>
      <ol className="because">
        {data.because.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ol>
      <Doors title={t('doors.person.lost', { count: data.lost })} doors={data.lost_doors} of={data.lost} />
      <Doors title={t('doors.person.gained', { count: data.gained })} doors={data.gained_doors} of={data.gained} />
      <Doors
        title={t('doors.person.hours', { count: data.other_hours })}
        doors={data.other_hours_doors}
        of={data.other_hours}
      />
      <h3 className="drawer-heading">{t('doors.person.keys')}</h3>
      <Keys person={data} />
      {caveat && <p className="mute drawer-heading">{t(caveat)}</p>}
      <div className="actions drawer-heading">
        <LinkButton to="/people/$id" params={{ id: data.person_id }} variant="default">
          {t('drawer.person')}
        </LinkButton>
      </div>
    </SideDrawer>
  );

  function titleOf(): string {
    const name = data?.label ?? '';
    if (data && data.lost > 0 && data.gained === 0) return t('doors.person.loses', { name, count: data.lost });
    if (data && data.gained > 0 && data.lost === 0) return t('doors.person.gains', { name, count: data.gained });
    return name;
  }
}

type DoorsProps = { title: string; doors: ChangedPersonDetails['gained_doors']; of: number };

function Doors({ title, doors, of }: DoorsProps) {
  const { t } = useTranslation('change-sets');
  if (of === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="drawer-heading">{title}</h3>
      <ul className="drawer-doors">
        {doors.map(({ cylinder_id, marking, name }) => (
          <li key={cylinder_id}>
            <PlaceLink to="/cylinders" search={{ open: cylinder_id }}>
              <Mono>{marking}</Mono>
            </PlaceLink>{' '}
            {name}
          </li>
        ))}
      </ul>
      {of > doors.length && <p className="mute">{t('doors.person.more', { count: of - doors.length })}</p>}
    </section>
  );
}

function Keys({ person: { held_keys: keys, keys_read_at } }: { person: ChangedPersonDetails }) {
  const { t } = useTranslation('change-sets');
  if (keys.length === 0) {
    return (
      <p className="mute">
        {keys_read_at
          ? t('doors.person.noKey', { when: timeInWords(keys_read_at, { isInside: true }) })
          : t('doors.person.keysUnknown')}
      </p>
    );
  }
  return (
    <ul className="drawer-doors">
      {keys.map(({ id, marking, carries_rights, last_update_at }) => (
        <li key={id}>
          <PlaceLink to="/cylinders" search={{ tab: 'keys', open: id }}>
            <Mono>{marking}</Mono>
          </PlaceLink>{' '}
          {carries_rights
            ? last_update_at
              ? t('doors.person.updated', { at: formatInstant(last_update_at) })
              : t('doors.person.neverUpdated')
            : t('doors.person.inCylinders')}
        </li>
      ))}
    </ul>
  );
}
