import { effectiveAccess, exposedRightList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { momentIn } from '#lib/time/moment-in';
import { KeyValues } from '#ui/key-values';

const shownRows = 10;

type Props = { of: { person_id: string } | { cylinder_id: string } };

/** Withdrawn rights of a person's keys, or of keys at a cylinder, that may still open a door. Nothing where there are none. */
export function ExposedRights({ of }: Props) {
  const { t } = useTranslation('shell');
  const query = { ...of, where: 'out' as const };
  const { data } = useQuery({
    ...recordsQuery(exposedRightList, { params: undefined, query: { ...query, limit: shownRows } }),
    enabled: useMay(effectiveAccess.list),
  });
  if (!data || data.total === 0) return null;
  const isOfPerson = 'person_id' in of;
  return (
    <section style={{ marginTop: 20 }}>
      <h3 style={{ marginBottom: 8 }}>{t('exposed.title')}</h3>
      <p className="mute">{t(isOfPerson ? 'exposed.ofPerson' : 'exposed.ofCylinder')}</p>
      <KeyValues
        items={data.rows.map(({ key_marking, cylinder_marking, cylinder_name, holder, dead_at, time_zone }) => ({
          label: isOfPerson
            ? `${cylinder_marking} ${cylinder_name} (${key_marking})`
            : [key_marking, holder?.name].filter(Boolean).join(' · '),
          value: dead_at ? t('exposed.until', { instant: momentIn(dead_at, time_zone) }) : t('exposed.endless'),
        }))}
      />
      <Link to="/keys/exposure" search={query}>
        {t('exposed.all', { count: data.total })}
      </Link>
    </section>
  );
}
