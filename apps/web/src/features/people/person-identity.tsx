import { canonicalFields, type Person } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { PlaceLink } from '#ui/place-link';

const fields = canonicalFields.filter(
  (field) => field !== 'groups' && field !== 'active' && field !== 'start_date' && field !== 'end_date',
);
const ids = new Set<string>(['external_id', 'username', 'employee_id', 'manager_ref']);

/** The source's data about the person; missing fields are left out. */
export function PersonIdentity({ person }: { person: Person }) {
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
          value: <Value person={person} field={field} />,
        })),
        ...(groups.length > 0 ? [{ label: t('person.fields.groups'), value: groups }] : []),
        { label: t('person.fields.source'), value: source },
        { label: t('person.fields.updated'), value: formatInstant(person.updated_at) },
      ]}
    />
  );
}

/** A department or title leads to everybody in it and what they may open. */
function Value({ person, field }: { person: Person; field: (typeof fields)[number] }) {
  const value = person[field];
  if (ids.has(field)) return <Mono>{value}</Mono>;
  if (!value || (field !== 'department' && field !== 'job_title')) return value;
  return (
    <PlaceLink to="/access/who" search={{ of: field, id: value }}>
      {value}
    </PlaceLink>
  );
}
