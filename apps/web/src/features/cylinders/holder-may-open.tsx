import { access, people } from '@key2xs/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { evaluationQuery } from '#data/people/access';
import { personQuery } from '#data/people/people';
import { PlaceLink } from '#ui/place-link';

/** How many doors the holder of a key may open, as a link to them. */
export function HolderMayOpen({ personId, name }: { personId: string; name: string }) {
  const { t } = useTranslation('cylinders');
  const may = useMay(people.get, access.evaluate);
  const { data: person } = useQuery({ ...personQuery(personId), enabled: may });
  const evaluation = evaluationQuery(person?.connection_id ?? '', personId);
  const { data } = useQuery({ ...evaluation, queryFn: person ? evaluation.queryFn : skipToken });
  if (!data) return null;
  const beyond = data.recorded_only?.length ?? 0;
  const link = (hash: string, words: string) => (
    <PlaceLink to="/people/$id" params={{ id: personId }} hash={hash}>
      {words}
    </PlaceLink>
  );
  return (
    <p style={{ marginTop: 12 }}>
      {link('doors', t('key.mayOpen', { name, count: data.grants.length }))}
      {beyond > 0 && <>, {link('differs', t('key.beyond', { count: beyond }))}</>}.
    </p>
  );
}
