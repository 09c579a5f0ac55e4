import type { SyncTask, TaskResult } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

type Words = { isPartly: boolean; title: string; text: string };

/** The outcome of a successful run, in a word and a sentence. A sync records; an import counts people. */
export function useRunOutcome(): (kind: SyncTask['kind'], result: TaskResult) => Words {
  const { t } = useTranslation('tasks');
  return (kind, { outcome, counts, failed, waiting }) => {
    const isPartly = outcome === 'applied' && failed + waiting > 0;
    if (outcome !== 'applied') {
      return { isPartly, title: t(`outcomes.${outcome}.title`), text: t(`outcomes.${outcome}.text`) };
    }
    const words = kind === 'key_system' ? 'recorded' : 'applied';
    if (isPartly)
      return { isPartly, title: t(`outcomes.${words}Partly.title`), text: t(`outcomes.${words}Partly.text`) };
    const text = words === 'recorded' ? t('outcomes.recorded.text') : importedWords(counts);
    return { isPartly, title: t(`outcomes.${words}.title`), text };
  };

  function importedWords({ joiner = 0, leaver = 0, ...others }: TaskResult['counts']): string {
    const changed = changedKinds.reduce((sum, kind) => sum + (others[kind] ?? 0), 0);
    const parts = [
      ...(joiner > 0 ? [t('importedParts.joined', { count: joiner })] : []),
      ...(changed > 0 ? [t('importedParts.changed', { count: changed })] : []),
      ...(leaver > 0 ? [t('importedParts.left', { count: leaver })] : []),
    ];
    return parts.length > 0 ? t('imported', { parts }) : '';
  }
}

const changedKinds = ['mover', 'update', 'begin', 'stop'];
