import { useTranslation } from 'react-i18next';

/** Old struck out, an arrow, new in bold; announced as "from … to …". Without `old`, only the new value. */
export function OldToNew({ old, next }: { old?: string; next: string }) {
  const { t } = useTranslation('change-sets');
  if (old === undefined) return <strong>{next}</strong>;
  return (
    <>
      <span className="visually-hidden">{t('what.from')}</span> <del className="mute">{old}</del>{' '}
      <span aria-hidden>→</span> <span className="visually-hidden">{t('what.to')}</span> <strong>{next}</strong>
    </>
  );
}
