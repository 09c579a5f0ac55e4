import { ChangeKind, type ChangeSet } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

/** The effect of applying: a count per kind of change. */
export function EffectList({ counts }: Pick<ChangeSet, 'counts'>) {
  const { t } = useTranslation('change-sets');
  const kinds = ChangeKind.options.filter((kind) => (counts[kind] ?? 0) > 0);
  return (
    <>
      <p>{t('effect.title')}</p>
      <ul style={{ margin: '4px 0 12px', paddingLeft: 20 }}>
        {kinds.map((kind) => (
          <li key={kind}>{t(`effect.${kind}`, { count: counts[kind] ?? 0 })}</li>
        ))}
      </ul>
    </>
  );
}
