import { useTranslation } from 'react-i18next';
import type { Explanation } from './explain-crossing';

/** How many of a crossing may open, of a single person whether. */
export function PeopleWords({ explained: { people, doors }, open }: { explained: Explanation; open: number }) {
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
