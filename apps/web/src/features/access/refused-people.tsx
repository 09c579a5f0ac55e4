import { access, doorPeopleList, peopleList, type WhoMayOpen } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RefusedList } from '#components/access/refused-list';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { Failure } from '#ui/page-states';

type Props = { who: WhoMayOpen; search: string; at: string | undefined };

const maxAllowed = 200;
const maxRead = 100;

/** People who match the search and may not open the door; nothing if too many matches may open it. */
export function RefusedPeople({ who: { id: cylinder_id, name, as_of }, search, at }: Props) {
  const { t } = useTranslation('access');
  const enabled = [useMay(peopleList.page), useMay(access.check)].every(Boolean);
  const all = useQuery({
    ...recordsQuery(peopleList, { params: undefined, query: { search, limit: maxRead } }),
    enabled,
  });
  const query = { search, limit: maxAllowed, ...(at && { at }) };
  const allowed = useQuery({ ...recordsQuery(doorPeopleList, { params: { cylinder_id }, query }), enabled });
  const error = all.error ?? allowed.error;
  if (error) return <Failure error={error} onRetry={() => Promise.all([all.refetch(), allowed.refetch()])} />;
  if (!all.data || !allowed.data || all.isPlaceholderData || allowed.isPlaceholderData) return null;
  if (allowed.data.total > allowed.data.rows.length) return null;
  const may = new Set(allowed.data.rows.map(({ id }) => id));
  const refused = all.data.rows.filter(({ id }) => !may.has(id));
  if (refused.length === 0) return null;
  return (
    <RefusedList
      title={t(as_of === 'past' ? 'whyNot.peopleThen' : 'whyNot.people')}
      rows={refused.map((person) => ({
        words: person.display_name,
        // Their former values are not loaded.
        hint: [...(as_of === 'past' ? [] : [person.job_title, person.department]), person.employee_id]
          .filter(Boolean)
          .join(' · '),
        pair: { person, door: { id: cylinder_id, name } },
      }))}
      isMore={all.data.total > all.data.rows.length}
    />
  );
}
