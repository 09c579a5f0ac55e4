import { useTranslation } from 'react-i18next';

type Props = { gained: number; lost: number; other_hours?: number };

/** −36 +2: doors lost and gained, distinguished by sign and colour; a word where only hours change. */
export function DoorCount({ gained, lost, other_hours = 0 }: Props) {
  const { t } = useTranslation('change-sets');
  return (
    <span className="door-count">
      {lost > 0 && <span className="doors-lost">{t('doors.count.lost', { count: lost })}</span>}
      {gained > 0 && <span className="doors-gained">{t('doors.count.gained', { count: gained })}</span>}
      {gained + lost === 0 && other_hours > 0 && t('doors.count.hours', { count: other_hours })}
    </span>
  );
}
