import { useTranslation } from 'react-i18next';
import { dayOf, endOfDay, lastDayBefore, startOfDay } from '#lib/time/wall-clock';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import type { WeekHours } from './week-list';
import type { WeekWindow } from './week-windows';

type Props = { value: WeekHours; onChange: (hours: WeekHours) => void; zone: string };

const wholeWeek = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' };

/** The first and last day of the hours, for all windows together. */
export function WeekDates({ value, onChange, zone }: Props) {
  const { t } = useTranslation('week');
  const windows: readonly WeekWindow[] = value === 'always' ? [wholeWeek] : value;
  const [first] = windows;
  const set = (dates: { valid_from?: string | null; valid_until?: string | null }) =>
    onChange(windows.map((window) => ({ ...window, ...dates })));
  const isMixed =
    new Set(windows.map(({ valid_from, valid_until }) => `${valid_from ?? null} ${valid_until ?? null}`)).size > 1;
  return (
    <div className="week-window">
      <TypedTimeField
        kind="day"
        label={t('dates.from')}
        value={dayOf(first?.valid_from, zone)}
        disabled={windows.length === 0}
        onChange={(day) => day !== undefined && set({ valid_from: startOfDay(day, zone) })}
      />
      <TypedTimeField
        kind="day"
        label={t('dates.until')}
        value={lastDayBefore(first?.valid_until, zone)}
        disabled={windows.length === 0}
        onChange={(day) => day !== undefined && set({ valid_until: endOfDay(day, zone) })}
      />
      {isMixed && <p className="mute">{t('dates.mixed')}</p>}
    </div>
  );
}
