import { access } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMoment } from '#components/access/moment-picker';
import { useMay } from '#data/auth';
import { foreignProfilesQuery } from '#data/people/access';
import { Failure } from '#ui/page-states';

/** What the person can open now by foreign profiles of a key system. */
export function ForeignProfiles({ personId }: { personId: string }) {
  const { t } = useTranslation('people');
  const at = useMoment();
  const may = useMay(access.foreignProfiles);
  const { data, error, refetch } = useQuery({ ...foreignProfilesQuery(personId), enabled: may && !at });
  if (!may || at) return null;
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : null;
  if (data.items.length === 0) return null;
  return (
    <ul className="lines">
      {data.items.map(({ profile_id, key_system_name: system, name, doors, beyond }) => (
        <li key={profile_id}>{t('recorded.foreign', { name, system, doors, beyond })}</li>
      ))}
    </ul>
  );
}
