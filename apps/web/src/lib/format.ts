const numbers = new Intl.NumberFormat('en');
const instants = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

const NOTHING = '–';

/** 32812 → 32,812 */
export const formatNumber = (value: number): string => numbers.format(value);

/** A moment in the reader's time zone: 3 Mar 2026, 06:02. Null is a dash. */
export const formatInstant = (instant: string | null | undefined): string =>
  instant ? instants.format(new Date(instant)) : NOTHING;

/** The day of a moment in the reader's time zone: 3 Mar 2026. Null is a dash. */
export const formatDate = (instant: string | null | undefined): string =>
  instant ? dates.format(new Date(instant)) : NOTHING;
