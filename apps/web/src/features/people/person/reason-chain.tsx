import type { AccessReason, Person } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Chain, ChainStep } from '#components/access/chain';
import { useTense } from '#components/access/moment-picker';
import { useOpenWords } from '#components/access/open-state';
import { formatDate, formatInstant } from '#lib/format';
import { describeWindows } from '#lib/time/describe-windows';

type Props = { person: Person; reason: AccessReason };

/** Person ← rule ← profile ← group ← cylinder, with the times and the last change of the rule. */
export function ReasonChain({ person, reason }: Props) {
  const { t } = useTranslation('people');
  const { keyplan_id, keyplan_name, rule_name, rule_updated_at, rule_updated_by, windows, path } = reason;
  const isPast = useTense() === 'past';
  const changed = { plan: keyplan_name, at: formatDate(rule_updated_at), by: rule_updated_by };
  return (
    <Chain>
      <ChainStep hint={<Matched reason={reason} />}>
        <strong>{person.display_name}</strong> {t(isPast ? 'why.matchesThen' : 'why.matches')}
      </ChainStep>
      <ChainStep
        hint={
          <Link to="/keys/key-plans/$id" params={{ id: keyplan_id }}>
            {t('why.ofPlan', changed)}
          </Link>
        }
      >
        {t('why.rule')} <strong>{rule_name}</strong>
      </ChainStep>
      <ChainStep hint={<State reason={reason} />}>
        <strong>{describeWindows(windows)}</strong>
      </ChainStep>
      {path.map(({ object_type, id, name }) => (
        <ChainStep key={id}>
          {t(`why.path.${object_type}`)} <strong>{name}</strong>
        </ChainStep>
      ))}
    </Chain>
  );
}

/** Whether the door is open at the moment and, if that ends, until when. */
function State({ reason: { open_now, until } }: { reason: AccessReason }) {
  const { t } = useTranslation('access');
  const state = useOpenWords();
  return `${state(open_now)}${until ? ` ${t('because.until', { at: formatInstant(until) })}` : ''}`;
}

function Matched({ reason: { matched } }: { reason: AccessReason }) {
  const { t } = useTranslation('people');
  if (matched.length === 0) return t('why.any');
  return matched.map(({ subject_type, subject_identifier, name }) => (
    <div key={`${subject_type} ${subject_identifier}`}>
      {t(`why.subjects.${subject_type}`)} <strong>{name}</strong>
    </div>
  ));
}
