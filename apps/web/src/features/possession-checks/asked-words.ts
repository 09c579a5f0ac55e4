import type { PossessionCheck } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useScopeWords } from '#components/administrators/scope-words';

/** What a check asks about, in words: all, or “Ward 3 · Building A and below · Ring 7”. */
export function useAskedWords(): (check: Pick<PossessionCheck, 'scope' | 'rings'>) => string {
  const { t } = useTranslation('possession-checks');
  const scopeWords = useScopeWords();
  return ({ scope, rings }) => {
    const isLimited = scope.departments !== null || scope.places !== null;
    const onRings = rings && (rings.length > 0 ? rings.map(({ name }) => name).join(', ') : t('noRings'));
    return [...(isLimited ? [scopeWords(scope)] : []), ...(onRings ? [onRings] : [])].join(' · ') || t('all');
  };
}
