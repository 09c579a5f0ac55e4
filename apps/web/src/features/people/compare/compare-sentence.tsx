import type { AccessDifference, DifferenceReason, Person } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { changeWords } from '#components/access/change-words';
import { differenceQuery } from '#data/people/access';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';

type Props = { people: readonly [Person, Person] };

/** Why one person may open what the other may not, in a sentence each, with the rules and what would have to change. */
export function CompareSentence({ people: [person, other] }: Props) {
  const { t } = useTranslation('access');
  const { data, error, refetch } = useQuery(differenceQuery({ person_id: person.id, other_id: other.id }));
  if (!data)
    return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('compare.words.loading')} />;
  const isSame = data.person_only + data.other_only === 0;
  return (
    <Panel padded>
      {isSame && <p className="compare-sentence">{t('compare.same', { count: data.both })}</p>}
      <Side who={person} lacks={other} count={data.person_only} reasons={data.person_reasons} />
      <Side who={other} lacks={person} count={data.other_only} reasons={data.other_reasons} />
    </Panel>
  );
}

type SideProps = { who: Person; lacks: Person; count: number; reasons: AccessDifference['person_reasons'] };

function Side({ who, lacks, count, reasons }: SideProps) {
  const { t } = useTranslation('access');
  if (count === 0) return null;
  const because = reasons.map((reason) => t('compare.part', { doors: reason.doors, why: whyWords(reason, t) }));
  return (
    <section className="compare-side">
      <p className="compare-sentence">
        <Trans
          ns="access"
          i18nKey="compare.sentence"
          count={count}
          values={{ name: who.display_name, other: lacks.display_name, because }}
          components={{ b: <strong /> }}
          shouldUnescape
        />
      </p>
      <ul className="lines">
        {reasons.map((reason) => (
          <Reason key={reason.rules.map(({ id }) => id).join()} reason={reason} lacks={lacks} />
        ))}
      </ul>
    </section>
  );
}

const maxRules = 5;

function Reason({ reason, lacks }: { reason: DifferenceReason; lacks: Person }) {
  const { t } = useTranslation('access');
  const more = reason.rules.length - maxRules;
  return (
    <li>
      {t('counted.doors', { count: reason.doors })} {whyWords(reason, t)}:{' '}
      {reason.rules.slice(0, maxRules).map(({ id, name, keyplan_id }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <PlaceLink to="/keys/key-plans/$id" params={{ id: keyplan_id }} hash={`rule-${id}`}>
            {name}
          </PlaceLink>
        </Fragment>
      ))}
      {more > 0 && ` ${t('week.moreNamed', { count: more })}`}
      <div className="mute">
        {reason.subjects.length === 0
          ? t(lacks.active ? 'whyNot.source.now' : 'compare.hasLeft', { name: lacks.display_name })
          : t('compare.change', { name: lacks.display_name, changes: changeWords(reason, lacks, t) })}
      </div>
    </li>
  );
}

/** "as Nurse in Surgery" */
const whyWords = ({ subjects }: DifferenceReason, t: TFunction<'access'>): string =>
  subjects.length === 0
    ? t('compare.byPlace')
    : subjects.map(({ subject_type, name }) => t(`compare.as.${subject_type}`, { name })).join(' ');
