import { addDays, clockIn, dayIn, isBetweenClocks, momentOf } from '../keys/zoned-day';

/** When someone wants to be mailed. */
export type NoticeTimes = {
  delivery: 'instant' | 'daily';
  /** As 08:00, of the daily mail. */
  daily_at: string;
  quiet: { from: string; to: string } | null;
  time_zone: string;
};

/**
 * personal: about the own account, such as a sign-in from elsewhere; nothing holds it up. urgent: someone is waited for, as when a key is
 * lost; it is mailed by itself even to who wants a daily mail, after the quiet time. Of a group of events that is not personal, at most one
 * mail a day.
 */
export type NoticeUrgency = 'personal' | 'urgent' | 'ordinary';

export type NoticePlan = {
  dueAt: Date;
  /** The day of the daily mail that it comes in, in the zone of its reader; null: by itself. */
  digestDay: string | null;
};

export type NoticeFacts = {
  times: NoticeTimes;
  urgency: NoticeUrgency;
  /** waiting: others of its group wait for the daily mail, and this one with them. mailed: one of them was mailed today. */
  group: 'free' | 'waiting' | 'mailed';
  /** Whether the daily mail of today is out. */
  isDailyOut: boolean;
};

const minuteMs = 60_000;

/** When a notice is mailed, and whether by itself or in the daily mail. */
export function planNotice(now: Date, { times, urgency, group, isDailyOut }: NoticeFacts): NoticePlan {
  if (urgency === 'personal') return { dueAt: now, digestDay: null };
  if (group === 'free') {
    if (urgency === 'urgent') return { dueAt: endOfQuiet(now, times), digestDay: null };
    if (times.delivery === 'instant' && !isQuiet(now, times)) return { dueAt: now, digestDay: null };
  }
  return nextDaily(now, { times, isTodayTaken: isDailyOut || group === 'mailed' });
}

export const isQuiet = (at: Date, { quiet, time_zone }: NoticeTimes): boolean =>
  quiet !== null && isBetweenClocks(clockIn(time_zone, at), quiet);

/** The next daily mail, of a later day where today's mail has been. */
export function nextDaily(
  after: Date,
  { times, isTodayTaken }: { times: NoticeTimes; isTodayTaken: boolean },
): NoticePlan {
  const { time_zone, daily_at } = times;
  const today = dayIn(time_zone, after);
  for (let day = addDays(today, -1); ; day = addDays(day, 1)) {
    const dueAt = endOfQuiet(momentOf(day, daily_at, time_zone), times);
    // The end of the quiet time may be on the next day.
    const digestDay = dayIn(time_zone, dueAt);
    if (dueAt > after && (!isTodayTaken || digestDay > today)) return { dueAt, digestDay };
  }
}

/** The moment itself outside the quiet time, else when that ends. */
function endOfQuiet(at: Date, times: NoticeTimes): Date {
  const { quiet, time_zone } = times;
  if (quiet === null || !isQuiet(at, times)) return at;
  const day = dayIn(time_zone, at);
  const isNextDay = clockIn(time_zone, at) >= quiet.to;
  const end = momentOf(isNextDay ? addDays(day, 1) : day, quiet.to, time_zone);
  return end > at ? end : new Date(at.getTime() + minuteMs);
}
