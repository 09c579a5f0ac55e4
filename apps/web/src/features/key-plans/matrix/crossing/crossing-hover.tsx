import type { PlanMatrix } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { describeWindows } from '#lib/time/describe-windows';
import type { ColumnNode } from '../axes/column-tree';
import type { PeopleOfRow, ShownLayer } from './crossing-tally';
import { type Explanation, explainCrossing } from './explain-crossing';

type Props = {
  who: string;
  what: string;
  matrix: PlanMatrix;
  row: PeopleOfRow;
  column: ColumnNode;
  layer: ShownLayer;
};

const maxRules = 3;

/** A crossing in short, beside the pointer: who and what, how many may open, by which rules. */
export function CrossingHover({ who, what, matrix, row, column, layer }: Props) {
  const { t } = useTranslation('plan-matrix');
  const explained = explainCrossing(matrix, row, column);
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
          {rules.slice(0, maxRules).map(({ grant, hours }) => (
            // A rule that differs between the sides is there twice.
            <li key={`${grant.rule_id} ${grant.sides} ${grant.name}`}>
              {grant.name} <span className="mute">{hours.length > 0 && describeWindows(hours)}</span>
            </li>
          ))}
          {rules.length > maxRules && <li className="mute">{t('hover.more', { count: rules.length - maxRules })}</li>}
        </ul>
      )}
    </div>
  );
}

/** How many people of a crossing may open the doors; for a single person, whether they may. */
function PeopleWords({ explained: { people, doors }, open }: { explained: Explanation; open: number }) {
  const { t } = useTranslation('plan-matrix');
  const words = () => {
    if (people === 1) return t(open > 0 ? 'hover.yes' : 'hover.no');
    if (open === 0) return t('hover.none');
    const all = t('people', { count: people });
    return open === people ? t('hover.all', { people: all }) : t('hover.mayOpen', { open, people: all });
  };
  return (
    <p>
      {words()} {doors > 1 && <span className="mute">· {t('hover.some', { doors })}</span>}
    </p>
  );
}
