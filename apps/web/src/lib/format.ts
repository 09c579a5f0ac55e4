import { formatsOf } from '@key2xs/texts';
import { formatChoice } from './format-choice';
import { currentLanguage } from './i18n';

const formats = () => formatsOf(currentLanguage(), formatChoice());

/** 32812 → 32,812, as the reader's language writes it. */
export const formatNumber = (value: number): string => formats().number(value);

/** A moment in the reader's time zone: 3 Mar 2026, 06:02. Null is a dash. */
export const formatInstant = (instant: string | null | undefined): string => formats().instant(instant);

/** The time of day of a moment in the reader's time zone: 06:02. */
export const formatTime = (instant: string): string => formats().time(instant);

/** The day of a moment in the reader's time zone: 3 Mar 2026. Null is a dash. */
export const formatDate = (instant: string | null | undefined): string => formats().date(instant);

/** A calendar day, independent of time zones: 3 Mar 2026. */
export const formatCalendarDay = (instant: string): string => formats().calendarDay(instant);
