import type { AccessCheck, AccessRefusal, MissedRule, Person } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { checkQuery } from '#data/people/access';
import { formatInstant } from '#lib/format';
import { describeWindows } from '#lib/time/describe-windows';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { changeWords } from './change-words';
import { useMoment } from './moment-picker';

/** A person and a door that they may not open. */
export type Pair = {
  person: Pick<Person, 'id' | 'display_name' | 'department' | 'job_title'>;
  door: { id: string; name: string };
};

/** Why a person may not open a door at the requested moment: what each rule that opens it requires. */
export function WhyNotDrawer({ pair: { person, door }, onClose }: { pair: Pair; onClose: () => void }) {
  const { t } = useTranslation('access');
  const at = useMoment();
  const { data, error, refetch } = useQuery(checkQuery({ person_id: person.id, cylinder_id: door.id }, at));
  const name = person.display_name;
  const title = t(data?.as_of === 'past' ? 'whyNot.titleThen' : 'whyNot.title', { name, door: door.name });
  return (
    <SideDrawer title={title} opened onClose={onClose}>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('whyNot.loading')} />)}
      {data && <Answer check={data} person={person} />}
      <p style={{ marginTop: 16 }}>
        <PlaceLink to="/access/who" search={{ of: 'cylinder', id: door.id, ...(at && { at }) }}>
          {t('whyNot.whoMay')}
        </PlaceLink>
      </p>
    </SideDrawer>
  );
}

type AnswerProps = { check: AccessCheck; person: Pair['person'] };

function Answer({ check: { refusal, as_of, at }, person }: AnswerProps) {
  const { t } = useTranslation('access');
  const name = person.display_name;
  if (!refusal) return <p>{t('whyNot.mayOpen', { name })}</p>;
  const isPast = as_of === 'past';
  return (
    <>
      {isPast && <p className="mute">{t('whyNot.asOf', { at: formatInstant(at) })}</p>}
      {refusal.recorded === 'yes' && (
        <Notice tone="amber" title={t('whyNot.recorded')}>
          {t('whyNot.recordedText')}
        </Notice>
      )}
      {refusal.person === 'active' ? (
        <Rules rules={refusal.rules} person={person} isPast={isPast} />
      ) : (
        <p>{t(`whyNot.${refusal.person}.${isPast ? 'past' : 'now'}`, { name })}</p>
      )}
    </>
  );
}

type RulesProps = { rules: AccessRefusal['rules']; person: Pair['person']; isPast: boolean };

function Rules({ rules, person, isPast }: RulesProps) {
  const { t } = useTranslation('access');
  const tense = isPast ? 'past' : 'now';
  const inForce = rules.filter(({ why }) => why !== 'switched_off');
  const off = rules.filter(({ why }) => why === 'switched_off');
  return (
    <>
      <p>
        {inForce.length === 0 ? t(`whyNot.noRule.${tense}`) : t(`whyNot.forOthers.${tense}`, { count: inForce.length })}
      </p>
      <ul className="lines">
        {[...inForce, ...off].map((rule) => (
          <Rule key={rule.rule_id} rule={rule} person={person} isPast={isPast} />
        ))}
      </ul>
    </>
  );
}

function Rule({ rule, person, isPast }: { rule: MissedRule; person: Pair['person']; isPast: boolean }) {
  const { t } = useTranslation('access');
  const { why, keyplan_id, keyplan_name, rule_id, rule_name, windows } = rule;
  const tense = isPast ? 'past' : 'now';
  const changes = changeWords(rule, isPast ? {} : person, t); // Former values are unknown here.
  return (
    <li>
      <PlaceLink to="/keys/key-plans/$id" params={{ id: keyplan_id }} hash={`rule-${rule_id}`}>
        {rule_name}
      </PlaceLink>{' '}
      <span className="mute">{[keyplan_name, describeWindows(windows)].join(' · ')}</span>
      <div>{t(`whyNot.${why}.${tense}`, { name: person.display_name, changes })}</div>
    </li>
  );
}
