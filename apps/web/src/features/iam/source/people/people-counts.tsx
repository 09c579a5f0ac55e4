import { PersonState } from '@key2xs/contract';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { peopleInStateQuery } from '#data/sources/source-status';
import { formatNumber } from '#lib/format';
import { StatStrip } from '#ui/stat-strip';

/** How many people of a source are in each state, with a link to each. */
export function PeopleCounts({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('source');
  const counts = useQueries({ queries: PersonState.options.map((state) => peopleInStateQuery(sourceId, state)) });
  return (
    <StatStrip
      items={PersonState.options.map((state, i) => {
        const total = counts[i]?.data?.total;
        return {
          label: t(`people.states.${state}`),
          value:
            total === undefined ? (
              '–'
            ) : (
              <Link
                to="/people"
                search={{ connection_id: sourceId, state }}
                aria-label={t('people.open', { count: total, state: t(`people.states.${state}`) })}
              >
                {formatNumber(total)}
              </Link>
            ),
          hint: t(`people.hints.${state}`),
        };
      })}
    />
  );
}
