import { type AccessEvaluation, access, cylinderList, type Person } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusedList } from '#components/access/refused-list';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { Failure, Loading } from '#ui/page-states';

type Props = {
  person: Person;
  evaluation: AccessEvaluation;
  search: string;
  /** Shown when no such door matches. */
  otherwise: ReactNode;
};

const maxRead = 100;

/** Doors that match the search and that the person may not open. */
export function RefusedDoors({ person, evaluation: { grants, as_of }, search, otherwise }: Props) {
  const { t } = useTranslation('access');
  const may = [useMay(cylinderList.page), useMay(access.check)].every(Boolean);
  const enabled = may && search !== '';
  const request = { params: undefined, query: { search, limit: maxRead } };
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...recordsQuery(cylinderList, request), enabled });
  if (!enabled) return otherwise;
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data || isPlaceholderData) return otherwise && <Loading label={t('whyNot.searching')} />;
  const granted = new Set(grants.map(({ cylinder_id }) => cylinder_id));
  const refused = data.rows.filter(({ id }) => !granted.has(id));
  if (refused.length === 0) return otherwise;
  return (
    <RefusedList
      title={t(as_of === 'past' ? 'whyNot.doorsThen' : 'whyNot.doors', { name: person.display_name })}
      rows={refused.map(({ id, marking, name, own_name, location }) => ({
        words: [marking, own_name ?? name].filter(Boolean).join(' '),
        hint: location,
        pair: { person, door: { id, name: marking } },
      }))}
      isMore={data.total > data.rows.length}
    />
  );
}
