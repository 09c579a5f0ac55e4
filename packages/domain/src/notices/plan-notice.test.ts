import { describe, expect, test } from 'vitest';
import { clockIn, dayIn, isBetweenClocks } from '../keys/zoned-day';
import { type NoticeFacts, type NoticeTimes, type NoticeUrgency, planNotice } from './plan-notice';

const zone = 'Europe/Berlin';
const base: NoticeTimes = {
  delivery: 'instant',
  daily_at: '08:00',
  quiet: { from: '20:00', to: '07:00' },
  time_zone: zone,
};
const plan = (
  at: string,
  changes: Partial<NoticeTimes> = {},
  urgency: NoticeUrgency = 'ordinary',
  group: NoticeFacts['group'] = 'free',
) => {
  const { dueAt, digestDay } = planNotice(new Date(at), {
    times: { ...base, ...changes },
    urgency,
    group,
    isDailyOut: false,
  });
  return [dueAt.toISOString().slice(0, 16), digestDay];
};

describe('a notice is mailed', () => {
  test.each([
    ['at once by day', plan('2026-11-27T10:00Z'), ['2026-11-27T10:00', null]],
    [
      'in the next daily mail for the second of its group',
      plan('2026-11-27T10:00Z', {}, 'ordinary', 'mailed'),
      ['2026-11-28T07:00', '2026-11-28'],
    ],
    [
      'on the next day where one of its group was mailed today before the daily mail',
      plan('2026-11-27T06:30Z', {}, 'ordinary', 'mailed'),
      ['2026-11-28T07:00', '2026-11-28'],
    ],
    [
      'together with others of its group that wait',
      plan('2026-11-27T06:30Z', {}, 'ordinary', 'waiting'),
      ['2026-11-27T07:00', '2026-11-27'],
    ],
    ['in the next daily mail in the quiet time', plan('2026-11-27T20:00Z'), ['2026-11-28T07:00', '2026-11-28']],
    ['on the same morning after midnight', plan('2026-11-28T01:00Z'), ['2026-11-28T07:00', '2026-11-28']],
    [
      'daily where that is chosen',
      plan('2026-11-27T06:00Z', { delivery: 'daily' }),
      ['2026-11-27T07:00', '2026-11-27'],
    ],
    [
      'after the quiet time where the daily mail would be in it',
      plan('2026-11-27T10:00Z', { delivery: 'daily', daily_at: '23:00' }),
      ['2026-11-28T06:00', '2026-11-28'],
    ],
    [
      'after the quiet time by itself where it is urgent',
      plan('2026-11-27T20:00Z', { delivery: 'daily' }, 'urgent'),
      ['2026-11-28T06:00', null],
    ],
    [
      'always at once where it is personal',
      plan('2026-11-27T20:00Z', { delivery: 'daily' }, 'personal', 'mailed'),
      ['2026-11-27T20:00', null],
    ],
    [
      'an hour later where the clock skips its time',
      plan('2026-03-28T22:00Z', { delivery: 'daily', daily_at: '02:30', quiet: null }),
      ['2026-03-29T01:30', '2026-03-29'],
    ],
    [
      'once where its time comes twice',
      plan('2026-10-25T00:31Z', { delivery: 'daily', daily_at: '02:30', quiet: null }),
      ['2026-10-26T01:30', '2026-10-26'],
    ],
  ])('%s', (_, planned, expected) => {
    expect(planned).toEqual(expected);
  });
});

/** A generator of numbers below one, the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

type Sent = { at: Date; ids: number[]; groups: Set<string>; isDigest: boolean };
type Waiting = {
  id: number;
  group: string;
  urgency: NoticeUrgency;
  endsAt: Date;
  dueAt: Date;
  digestDay: string | null;
};

const [hourMs, year] = [3_600_000, 365];

/** A year of one reader: each notice is planned as it comes, again when it is due, and left out once its cause is over. */
function simulate(times: NoticeTimes, random: () => number) {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const waiting: Waiting[] = [];
  const sent: Sent[] = [];
  const lastDay = new Map<string, string>();
  let dailyDay = '';
  let [made, over] = [0, 0];
  for (let step = 0; step < year * 24; step += 1) {
    const now = new Date(start + step * hourMs);
    const today = dayIn(times.time_zone, now);
    const isBusy = random() < 0.3;
    for (let of = isBusy ? Math.ceil(random() * 6) : 0; of > 0; of -= 1) {
      const urgency = random() < 0.05 ? 'urgent' : 'ordinary';
      const group = urgency === 'urgent' ? `case-${made}` : `kind-${Math.floor(random() * 8)}`;
      const endsAt = new Date(now.getTime() + random() * 96 * hourMs);
      waiting.push({ id: made++, group, urgency, endsAt, dueAt: now, digestDay: null });
    }
    for (const one of [...waiting]) {
      if (one.dueAt > now) continue;
      if (one.endsAt <= now) {
        waiting.splice(waiting.indexOf(one), 1);
        over += 1;
        continue;
      }
      if (one.digestDay !== null) continue;
      const waits = waiting.some(({ group, digestDay }) => group === one.group && digestDay !== null);
      const group = lastDay.get(one.group) === today ? 'mailed' : waits ? 'waiting' : 'free';
      Object.assign(one, planNotice(now, { times, urgency: one.urgency, group, isDailyOut: dailyDay === today }));
      if (one.dueAt > now) continue;
      waiting.splice(waiting.indexOf(one), 1);
      lastDay.set(one.group, today);
      sent.push({ at: now, ids: [one.id], groups: new Set([one.group]), isDigest: false });
    }
    const daily = waiting.filter(({ digestDay, dueAt }) => digestDay !== null && dueAt <= now);
    if (daily.length === 0) continue;
    for (const one of daily) waiting.splice(waiting.indexOf(one), 1);
    for (const { group } of daily) lastDay.set(group, today);
    dailyDay = today;
    sent.push({
      at: now,
      ids: daily.map(({ id }) => id),
      groups: new Set(daily.map(({ group }) => group)),
      isDigest: true,
    });
  }
  return { made, over, sent, left: waiting.length };
}

test.each([
  ['at once, with a quiet time', base, { made: 9192, over: 1057, mails: 1080, daily: 365, sizes: [20, 34, 43] }],
  [
    'daily',
    { ...base, delivery: 'daily' as const },
    { made: 9192, over: 1101, mails: 819, daily: 365, sizes: [20, 35, 43] },
  ],
  [
    'at once, in a zone behind',
    { ...base, time_zone: 'America/New_York', quiet: { from: '12:30', to: '14:00' } },
    { made: 9192, over: 1162, mails: 1408, daily: 363, sizes: [19, 33, 49] },
  ],
])('a year of notices %s: each once, none in the quiet time, at most one mail a day and group', (_, times, expected) => {
  const { made, over, sent, left } = simulate(times, numbers(7));
  const ids = sent.flatMap((mail) => mail.ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length + over + left).toBe(made);
  expect(sent.filter(({ at }) => times.quiet && isBetweenClocks(clockIn(times.time_zone, at), times.quiet))).toEqual(
    [],
  );
  const perDay = sent.flatMap(({ at, groups }) => [...groups].map((group) => `${dayIn(times.time_zone, at)} ${group}`));
  expect(new Set(perDay).size).toBe(perDay.length);
  const sizes = sent
    .filter(({ isDigest }) => isDigest)
    .map((mail) => mail.ids.length)
    .sort((one, other) => one - other);
  expect(sizes.length).toBeLessThanOrEqual(year + 1);
  const at = (share: number) => sizes[Math.floor(share * (sizes.length - 1))];
  const figures = { made, over, mails: sent.length, daily: sizes.length, sizes: [at(0.5), at(0.95), at(1)] };
  expect(figures, 'sizes of the daily mails: half of them, 95 of 100, all are at most').toEqual(expected);
});
