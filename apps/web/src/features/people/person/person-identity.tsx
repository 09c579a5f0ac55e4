import { canonicalFields, type PersonDetails } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { PlaceLink } from '#ui/place-link';
import { StateTag } from '../people-columns';

const fields = canonicalFields.filter(
  (field) => field !== 'groups' && field !== 'active' && field !== 'start_date' && field !== 'end_date',
);
const ids = new Set<string>(['external_id', 'username', 'employee_id']);

/** The source's data about the person; missing fields are left out. */
export function PersonIdentity({ person }: { person: PersonDetails }) {
  const { t } = useTranslation('people');
  const given = fields.filter((field) => person[field]);
  const groups = person.groups.map(({ id, name }, at) => (
    <Fragment key={id}>
      {at > 0 && ', '}
      <Link to="/people" search={{ connection_id: person.connection_id, group_id: id }}>
        {name}
      </Link>
    </Fragment>
  ));
  const source = (
    <Link to="/people" search={{ connection_id: person.connection_id }}>
      {person.connection_name}
    </Link>
  );
  return (
    <KeyValues
      items={[
        ...given.map((field) => ({
          label: t(`person.fields.${field}`),
          value: field === 'manager_ref' ? <Manager person={person} /> : <Value person={person} field={field} />,
        })),
        ...(person.reports > 0 ? [{ label: t('person.reports'), value: <Reports person={person} /> }] : []),
        ...(groups.length > 0 ? [{ label: t('person.fields.groups'), value: groups }] : []),
        { label: t('person.fields.source'), value: source },
        { label: t('person.fields.updated'), value: formatInstant(person.updated_at) },
      ]}
    />
  );
}

/** Shows the reference from the source when the manager is not a person here. */
function Manager({ person: { manager, manager_ref } }: { person: PersonDetails }) {
  const { t } = useTranslation('people');
  if (!manager) return t('person.managerUnknown', { name: manager_ref ?? '' });
  return (
    <>
      <PlaceLink to="/people/$id" params={{ id: manager.id }}>
        {manager.display_name}
      </PlaceLink>
      {manager.state !== 'active' && (
        <>
          {' '}
          <StateTag state={manager.state} />
        </>
      )}
    </>
  );
}

function Reports({ person: { id, reports } }: { person: PersonDetails }) {
  const { t } = useTranslation('people');
  return (
    <PlaceLink to="/people" search={{ manager_id: id, state: 'active' }}>
      {t('person.reportsCount', { count: reports })}
    </PlaceLink>
  );
}

/** Links a department or title to everyone in it and what they may open. */
function Value({ person, field }: { person: PersonDetails; field: (typeof fields)[number] }) {
  const value = person[field];
  if (ids.has(field)) return <Mono>{value}</Mono>;
  if (!value || (field !== 'department' && field !== 'job_title')) return value;
  return (
    <PlaceLink to="/access/who" search={{ of: field, id: value }}>
      {value}
    </PlaceLink>
  );
}
