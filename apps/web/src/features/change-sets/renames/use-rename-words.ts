import type { RenameFinding } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';

/** A finding in one line, with its figures in sentences. */
export function useRenameWords({ kind, flows, from, to, people, of, effect, is_in_reorganisation }: RenameFinding) {
  const { t } = useTranslation('change-sets');
  const list = (values: readonly string[]) => values.join(t('renames.and'));
  const names = { from: list(from.map(({ value }) => value)), to: list(to.map(({ value }) => value)) };
  const { people_losing, people_gaining, doors_lost, scopes } = effect;
  return {
    names,
    title: t(`renames.kinds.${kind}`, names),
    figures: t(`renames.asked.${kind}`, { people: formatNumber(people), of: formatNumber(of) }),
    beside: [
      ...from.flatMap(({ value, staying }) =>
        staying > 0 && kind !== 'swap' ? t('renames.staying', { count: staying, people: staying, value }) : [],
      ),
      ...to.flatMap(({ value, people_before }) =>
        people_before > 0 && kind !== 'swap'
          ? t('renames.had', { count: people_before, people: people_before, value })
          : [],
      ),
      ...(is_in_reorganisation ? [t('renames.reorganisation')] : []),
    ],
    without: [
      ...(people_losing > 0 ? [t('renames.without.losing', { count: people_losing })] : []),
      ...(doors_lost > 0 ? [t('renames.without.doors', { count: doors_lost })] : []),
      ...(people_gaining > 0 ? [t('renames.without.gaining', { count: people_gaining })] : []),
      ...(people_losing + people_gaining === 0 ? [t('renames.without.noEffect')] : []),
      ...(scopes > 0 ? [t('renames.without.scopes', { count: scopes })] : []),
    ],
    isPlain: flows.length === 1,
  };
}
