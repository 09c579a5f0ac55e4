import { Link, type LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Blocked } from '#lib/calls/blocking-records';
import { formatNumber } from '#lib/format';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';

/** The kinds of records the API counts, and the screens that list them. */
const kinds = {
  key_plans: '/keys/key-plans',
  access_rules: '/keys/key-plans',
  active_rules: undefined,
  access_profiles: '/keys/key-plans',
  people: '/people',
  locking_plans: undefined,
  work_items: undefined,
  sync_tasks: undefined,
} as const satisfies Record<string, LinkProps['to'] | undefined>;

type Kind = keyof typeof kinds;

const isKind = (name: string): name is Kind => name in kinds;

/** For each kind, the URL of the list filtered to the record that cannot be deleted. */
export type RecordPlaces = Readonly<Record<string, string>>;

/** Why a record cannot be deleted: how many records refer to it, and where to find them. */
export function BlockedNotice({ blocked, places = {} }: { blocked: Blocked; places?: RecordPlaces }) {
  const { t } = useTranslation('connections');
  const records = Object.entries(blocked.records);
  return (
    <Notice tone="red" title={t('blocked.title')}>
      {blocked.message}
      {records.length > 0 && (
        <ul aria-label={t('blocked.related')}>
          {records.map(([name, count]) => (
            <li key={name}>
              <RecordCount name={name} count={count} place={places[name]} />
            </li>
          ))}
        </ul>
      )}
      {blocked.constraint && (
        <p className="mute" style={{ marginTop: 8 }}>
          {t('blocked.constraint')} <Mono>{blocked.constraint}</Mono>
        </p>
      )}
    </Notice>
  );
}

function RecordCount({ name, count, place }: { name: string; count: number; place: string | undefined }) {
  const { t } = useTranslation('connections');
  if (!isKind(name)) return `${formatNumber(count)} ${name.replaceAll('_', ' ')}`;
  const words = t(`blocked.records.${name}`, { count });
  if (place) return <a href={place}>{words}</a>;
  const to = kinds[name];
  return to ? <Link to={to}>{words}</Link> : words;
}
