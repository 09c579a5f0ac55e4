import { useTranslation } from 'react-i18next';

/** Words for kinds of programming jobs. An unknown one is shown in readable form. */
export function useJobWords(): (kind: string) => string {
  const { t } = useTranslation('programming');
  const words: Record<string, string> = t('kinds', { returnObjects: true });
  return (kind) => words[kind] ?? kind.replaceAll('_', ' ');
}
