import { access, type Opener, type WhoOf } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { canOpenQuery, type WhoQuestion } from '#data/people/access';
import { formatDate } from '#lib/format';
import { Failure } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { useMoment } from './moment-picker';

type Props = { question: WhoQuestion /** The number of people listed. */; shown: number };

const areDoors = (of: WhoOf) => of === 'cylinder' || of === 'group' || of === 'location';

/**
 * Who can currently open doors although no plan allows it: recorded in a key system, or seen from what their key has
 * opened.
 */
export function CanOpen({ question: { of, id }, shown }: Props) {
  const at = useMoment();
  const may = useMay(access.canOpen);
  if (!may || at || !areDoors(of)) return null;
  return <Openers question={{ of, id }} shown={shown} />;
}

type Doors = Parameters<typeof canOpenQuery>[0];

function Openers({ question, shown }: { question: Doors; shown: number }) {
  const { t } = useTranslation('access');
  const { data, error, refetch } = useQuery(canOpenQuery(question, shown));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : null;
  if (data.total === 0) return null;
  const more = data.total - data.items.length;
  return (
    <section aria-label={t('canOpen.title')} style={{ marginTop: 12 }}>
      <p>
        <strong>{t('canOpen.count', { count: data.total })}.</strong>
      </p>
      <p className="mute">{t('canOpen.hint')}</p>
      <ul className="lines">
        {data.items.map((opener) => (
          <li key={`${opener.identity} ${opener.keys[0]?.key_id}`}>
            <OpenerLine opener={opener} />
          </li>
        ))}
        {more > 0 && <li className="mute">{t('canOpen.more', { count: more })}</li>}
      </ul>
    </section>
  );
}

function OpenerLine({ opener: { name, person_id, profiles, keys, key_system_name: system } }: { opener: Opener }) {
  const { t } = useTranslation('access');
  const namesOf = (isOurs: boolean) => profiles.flatMap(({ name, is_ours }) => (is_ours === isOurs ? name : []));
  const [ours, foreign] = [namesOf(true), namesOf(false)];
  const keyWords = keys.map(({ marking, opened_at }) =>
    opened_at ? t('canOpen.keyOpened', { marking, at: formatDate(opened_at) }) : t('canOpen.key', { marking }),
  );
  const because = [
    ...(foreign.length > 0 ? [t('canOpen.foreign', { profiles: foreign, system })] : []),
    ...(ours.length > 0 ? [t('canOpen.ours', { profiles: ours })] : []),
    ...(profiles.length === 0 ? [t('canOpen.seen', { system })] : []),
  ];
  return (
    <>
      {person_id ? (
        <PlaceLink to="/people/$id" params={{ id: person_id }}>
          {name}
        </PlaceLink>
      ) : (
        (name ?? t('canOpen.noHolder'))
      )}
      <div>{keyWords.length > 0 ? keyWords.join(' · ') : t('canOpen.noKey')}</div>
      <div className="mute">{because.join(' ')}</div>
    </>
  );
}
