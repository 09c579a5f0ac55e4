import { Button, Chip, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeWindows, wordsOfWindows } from '#lib/time/describe-windows';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { GrantMark, letterOf } from './matrix/grant-mark';
import { type Change, type Content, dropTime, putTime, type Time, weekly } from './state/choices';
import './time-editor.css';

/** `error`: said where its name is missing. */
type Props = { content: Content; change: Change; time: Time; index: number; error: string | undefined };
type Window = Time['time_restrictions'][number];

const mostWindows = 20;

/** One weekly time: its name and its windows. It can be removed while no grant uses it. */
export function TimeEditor({ content, change, time, index, error }: Props) {
  const { t } = useTranslation('plan-wizard');
  const { id, name, time_restrictions: windows } = time;
  const isUnnamed = name.trim() === '';
  const uses = content.grants.filter((grant) => grant.time === id).length;
  const set = (values: Partial<Time>) => change((before) => putTime(before, { ...time, ...values }));
  const setWindow = (place: number, values: Partial<Window>) =>
    set({ time_restrictions: windows.map((one, n) => (n === place ? { ...one, ...values } : one)) });
  return (
    <fieldset className="time-editor">
      <legend className="visually-hidden">{name || t('time.unnamed')}</legend>
      <div className="time-editor-head">
        <GrantMark letter={letterOf(index)} />
        <TextInput
          aria-label={t('time.name')}
          placeholder={t('time.unnamed')}
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
          aria-label={t('time.remove', { name: name || t('time.unnamed') })}
        >
          {t('time.removeShort')}
        </Button>
      </div>
      {windows.map((window, place) => (
        <WindowFields
          // biome-ignore lint/suspicious/noArrayIndexKey: -- windows have no identity: they are what they say, at their place
          key={place}
          window={window}
          number={place + 1}
          onChange={(values) => setWindow(place, values)}
          onRemove={
            windows.length > 1 ? () => set({ time_restrictions: windows.filter((_, n) => n !== place) }) : undefined
          }
        />
      ))}
      <div className="time-editor-foot">
        <span className="mute" role="status">
          {describeWindows(windows)}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={windows.length >= mostWindows}
          onClick={() => set({ time_restrictions: [...windows, weekly([6], '08:00', '12:00')] })}
        >
          {t('time.addWindow')}
        </Button>
      </div>
    </fieldset>
  );
}

type WindowProps = {
  window: Window;
  number: number;
  onChange: (values: Partial<Window>) => void;
  onRemove: (() => void) | undefined;
};

function WindowFields({ window: { days, from, to }, number, onChange, onRemove }: WindowProps) {
  const { t } = useTranslation('plan-wizard');
  return (
    <div className="time-window">
      <fieldset className="time-days" aria-label={t('time.days', { number })}>
        <Chip.Group
          multiple
          value={days.map(String)}
          // The last day stays: a window without days would say nothing.
          onChange={(chosen) => chosen.length > 0 && onChange({ days: chosen.map(Number).sort((a, b) => a - b) })}
        >
          {wordsOfWindows().days.map((day, place) => (
            <Chip key={day} value={String(place + 1)} size="sm" variant="outline">
              {day}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      {(['from', 'to'] as const).map((edge) => (
        <TypedTimeField
          key={edge}
          kind={edge === 'from' ? 'time' : 'end'}
          aria-label={t(`time.${edge}`, { number })}
          value={edge === 'from' ? from : to}
          onChange={(value) => value && onChange({ [edge]: value })}
        />
      ))}
      {onRemove && (
        <Button variant="default" onClick={onRemove} aria-label={t('time.removeWindow', { number })}>
          {t('time.removeShort')}
        </Button>
      )}
    </div>
  );
}
