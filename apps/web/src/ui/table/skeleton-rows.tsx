import { useTranslation } from 'react-i18next';

const rows = Array.from({ length: 8 }, (_, index) => index);

/** A placeholder for a table until its first rows arrive, of about the same height. */
export function SkeletonRows({ label }: { label?: string }) {
  const { t } = useTranslation();
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label ?? t('ui.loading')}</span>
      {rows.map((row) => (
        <div key={row} className="skeleton-row" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
