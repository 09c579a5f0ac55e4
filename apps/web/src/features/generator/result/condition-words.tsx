import type { Suggestion } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

/** "Department Surgery and job title Nurse", or the number of people who are named. */
export function ConditionWords({ suggestion }: { suggestion: Pick<Suggestion, 'conditions' | 'people'> }) {
  const words = useConditionWords();
  return <>{words(suggestion)}</>;
}

export function useConditionWords() {
  const { t } = useTranslation('generator');
  return ({ conditions, people }: Pick<Suggestion, 'conditions' | 'people'>) => {
    if (conditions.length === 0) return t('card.people', { count: people });
    const parts = conditions.map(({ attribute, name }) => `${t(`form.attributeNames.${attribute}`)} ${name}`);
    return parts.join(` ${t('card.and')} `);
  };
}
