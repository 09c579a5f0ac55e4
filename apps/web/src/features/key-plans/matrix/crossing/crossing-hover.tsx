import { useTranslation } from 'react-i18next';
import { describeWindows } from '#lib/time/describe-windows';
import type { ShownLayer } from './crossing-tally';
import type { Explanation } from './explain-crossing';
import { PeopleWords } from './people-words';

type Props = { who: string; what: string; explained: Explanation; layer: ShownLayer };

const mostRules = 3;

/** A crossing in short, beside the pointer: who and what, how many may open, by which rules. */
export function CrossingHover({ who, what, explained, layer }: Props) {
  const { t } = useTranslation('plan-matrix');
  const { grants, gaining, losing, waiting, conflicts } = explained;
  const rules = grants.filter(({ grant }) => grant.rule_id !== null);
  return (
    <div className="plan-matrix-hover">
      <strong>
        {who} – {what}
      </strong>
      <PeopleWords explained={explained} open={explained[layer]} />
      {gaining > 0 && <p className="tone-green">+ {t('changes.gain', { count: gaining })}</p>}
      {losing > 0 && <p className="tone-red">− {t('changes.lose', { count: losing })}</p>}
      {waiting > 0 && <p className="mute">{t('explain.waiting')}</p>}
      {conflicts > 0 && <p className="tone-amber">{t('explain.conflicts')}</p>}
      {rules.length > 0 && (
        <ul>
          {rules.slice(0, mostRules).map(({ grant, hours }) => (
            // A rule that differs between the sides is there twice.
            <li key={`${grant.rule_id} ${grant.sides} ${grant.name}`}>
              {grant.name} <span className="mute">{hours.length > 0 && describeWindows(hours)}</span>
            </li>
          ))}
          {rules.length > mostRules && <li className="mute">{t('hover.more', { count: rules.length - mostRules })}</li>}
        </ul>
      )}
    </div>
  );
}
