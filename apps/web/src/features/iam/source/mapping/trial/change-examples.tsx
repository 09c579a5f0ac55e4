import { type ChangeKind, type ChangeSetItem, changeList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NamedPerson } from '#components/records/named-person';
import { recordsQuery } from '#data/calls/records';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';

const maxShown = 5;

type Props = {
  changeSetId: string;
  kind: Extract<ChangeKind, 'leaver' | 'problem' | 'conflict' | 'stop' | 'begin' | 'joiner'>;
};

/** The first people affected by one kind of change, and why; a link shows the others. */
export function ChangeExamples({ changeSetId: id, kind }: Props) {
  const { t } = useTranslation('source');
  const page = recordsQuery(changeList, { params: { id }, query: { kind, limit: maxShown } });
  const { data, error, refetch } = useQuery(page);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('trial.all.loading')} />;
  const repeatsName = ({ label }: ChangeSetItem) => data.rows.filter((other) => other.label === label).length > 1;
  const more = data.total - data.rows.length;
  return (
    <section className="panel-body" aria-label={t(`trial.all.kinds.${kind}`)}>
      <h3>{t(`trial.all.kinds.${kind}`)}</h3>
      <ul>
        {data.rows.map((item) => (
          <li key={item.ordinal}>
            <NamedPerson name={<Who item={item} />} number={repeatsName(item) && item.reference} />{' '}
            <span className="mute">{item.message ?? item.detail}</span>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to="/change-sets/$id" params={{ id }} search={{ kind }}>
              {t('trial.all.more', { count: more })}
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** A joiner has no page yet. */
function Who({ item: { kind, person_id, label } }: { item: ChangeSetItem }) {
  if (person_id === null || kind === 'joiner') return label;
  return (
    <PlaceLink to="/people/$id" params={{ id: person_id }}>
      {label}
    </PlaceLink>
  );
}
