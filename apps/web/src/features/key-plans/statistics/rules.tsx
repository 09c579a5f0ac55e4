import type { PlanFigures } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '#components/charts/chart-panel';
import { doorWords, peopleWords } from './figure-words';
import { RuleDots } from './rule-dots';

/** Rules by the people and doors they reach; broad ones stand out. */
export function Rules({ figures: { rules, active_rules } }: { figures: PlanFigures }) {
  const { t } = useTranslation('plan-statistics');
  const broad = rules.filter(({ is_broad }) => is_broad).length;
  const [widest] = rules;
  const words = ({ name, people, doors, is_broad }: (typeof rules)[number]) => {
    const said = t('rules.words', { name, people: peopleWords(people, t), doors: doorWords(doors, t) });
    return is_broad ? `${said} ${t('rules.broad')}` : said;
  };
  const reach = widest
    ? t('rules.widest', { name: widest.name, people: peopleWords(widest.people, t), doors: doorWords(widest.doors, t) })
    : '';
  return (
    <ChartPanel
      title={t('rules.title')}
      sentence={`${reach} ${t('rules.found', { count: broad })}${rules.length < active_rules ? ` ${t('rules.first', { count: rules.length })}` : ''}`}
      table={{
        fileName: 'rules-by-reach.csv',
        headers: [t('columns.rule'), t('columns.people'), t('columns.doors'), t('columns.rights'), t('columns.broad')],
        lines: rules.map(({ name, people, doors, is_broad }) => [
          name,
          people,
          doors,
          people * doors,
          is_broad ? t('rules.yes') : '–',
        ]),
      }}
    >
      <Legend />
      <RuleDots
        label={t('rules.title')}
        hint={t('rules.hint')}
        across={t('rules.across')}
        up={t('rules.up')}
        dots={rules.map((rule) => ({ ...rule, isBroad: rule.is_broad, words: words(rule) }))}
      />
    </ChartPanel>
  );
}

function Legend() {
  const { t } = useTranslation('plan-statistics');
  return (
    <ul className="chart-legend">
      <li>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <circle className="chart-dot" cx="6" cy="6" r="5" />
        </svg>
        {t('rules.legend.usual')}
      </li>
      <li>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <path className="chart-dot" data-broad="true" d="M6 0L12 6L6 12L0 6Z" />
        </svg>
        {t('rules.legend.broad')}
      </li>
    </ul>
  );
}
