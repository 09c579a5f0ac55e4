import { ruleLimits } from '@key2xs/contract';
import { Button, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WeekEditor } from '#components/week/week-editor';
import type { WeekHours } from '#components/week/week-list';
import { describeWindows } from '#lib/time/describe-windows';
import { Loading } from '#ui/page-states';
import { GrantMark, letterOf } from './matrix/grant-mark';
import { type Change, type Content, dropTime, putTime, type Time, weekly } from './state/choices';
import './weekly-time.css';

/** `error`: said where its name is missing. */
type Props = { content: Content; change: Change; time: Time; index: number; error: string | undefined };

/** One weekly time: its name, its hours, and the week they are changed on. It can be removed while no grant uses it. */
export function WeeklyTime({ content, change, time, index, error }: Props) {
  const { t } = useTranslation('plan-wizard');
  const { id, name } = time;
  const [isOpen, setIsOpen] = useState(name === '');
  const isUnnamed = name.trim() === '';
  const called = name || t('time.name');
  const uses = content.grants.filter((grant) => grant.time === id).length;
  const set = (values: Partial<Time>) => change((before) => putTime(before, { ...time, ...values }));
  return (
    <fieldset className="weekly-time">
      <legend className="visually-hidden">{called}</legend>
      <div className="weekly-time-head">
        <GrantMark letter={letterOf(index)} />
        <TextInput
          aria-label={t('time.name')}
          placeholder={t('time.name')}
          value={name}
          maxLength={100}
          data-wants={isUnnamed ? 'timeNames' : undefined}
          error={isUnnamed && error}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Button
          variant="default"
          disabled={uses > 0}
          title={uses > 0 ? t('time.used', { count: uses }) : undefined}
          onClick={() => change((before) => dropTime(before, id))}
          aria-label={t('time.remove', { name: called })}
        >
          {t('word.remove')}
        </Button>
      </div>
      <div className="weekly-time-hours">
        {!isOpen && <span>{describeWindows(time.time_restrictions)}</span>}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'time.closeHoursOf' : 'time.changeHoursOf', { name: called })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'word.close' : 'time.changeHours')}
        </Button>
      </div>
      {isOpen && (
        <Suspense fallback={<Loading label={t('time.loading')} />}>
          <TimeHours
            time={time}
            zone={content.time_zone}
            onChange={(time_restrictions) => set({ time_restrictions })}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

type HoursProps = { time: Time; zone: string; onChange: (windows: Time['time_restrictions']) => void };

/** Its week. Stored, no windows would mean always: hours that cannot be kept are shown here only, with what holds until then. */
function TimeHours({ time: { time_restrictions: kept }, zone, onChange }: HoursProps) {
  const { t } = useTranslation('plan-wizard');
  const [unkept, setUnkept] = useState<WeekHours>();
  const change = (hours: WeekHours) => {
    const canKeep = hours === 'always' || (hours.length > 0 && hours.length <= ruleLimits.time_restrictions);
    setUnkept(canKeep ? undefined : hours);
    if (canKeep) {
      onChange(hours === 'always' ? [] : hours.map((one) => ({ ...weekly(one.days, one.from, one.to), ...one })));
    }
  };
  const refusal = unkept?.length === 0 ? 'time.noHours' : 'time.tooManyHours';
  return (
    <WeekEditor
      value={unkept ?? (kept.length === 0 ? 'always' : kept)}
      onChange={change}
      zone={zone}
      clocks={t('time.clock', { zone })}
      error={unkept && t(refusal, { most: ruleLimits.time_restrictions, hours: describeWindows(kept) })}
    />
  );
}
