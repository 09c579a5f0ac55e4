import { Button, Chip, TextInput } from '@mantine/core';
import { type Control, Controller, useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { wordsOfWindows } from '#lib/time/describe-windows';
import type { RuleValues } from './rule-schema';

const weekdays = { days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' };

type Props = { control: Control<RuleValues> };

/** Alternative weekly windows; none means at any time. */
export function WindowsEditor({ control }: Props) {
  const { t } = useTranslation('key-plans');
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'windows' });
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <fieldset className="actions" style={{ border: 0, margin: 0, padding: 0 }} aria-label={t('windows.presets')}>
        <Button variant="default" onClick={() => replace([])}>
          {t('windows.always')}
        </Button>
        <Button variant="default" onClick={() => replace([weekdays])}>
          {t('windows.weekdays')}
        </Button>
        <Button variant="default" onClick={() => append(weekdays)}>
          {t('windows.add')}
        </Button>
      </fieldset>
      {fields.length === 0 && <p className="mute">{t('windows.none')}</p>}
      {fields.map(({ id }, index) => (
        <WindowFields key={id} control={control} index={index} onRemove={() => remove(index)} />
      ))}
    </div>
  );
}

function WindowFields({ control, index, onRemove }: Props & { index: number; onRemove: () => void }) {
  const { t } = useTranslation('key-plans');
  const number = index + 1;
  const { from, to } = useWatch({ control, name: `windows.${index}` });
  return (
    <fieldset style={{ border: '1px solid var(--line)', borderRadius: 8, padding: 12, margin: 0 }}>
      <legend>{t('windows.legend', { number })}</legend>
      <Days control={control} index={index} />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'flex-end', marginTop: 8 }}>
        <Hour control={control} index={index} edge="from" />
        <Hour control={control} index={index} edge="to" />
        <Button variant="default" onClick={onRemove} aria-label={t('windows.remove', { number })}>
          {t('windows.removeShort')}
        </Button>
      </div>
      <p className="mute" role="status" style={{ marginTop: 4 }}>
        {from === to && t('windows.wholeDay')}
        {to < from && t('windows.overnight')}
      </p>
    </fieldset>
  );
}

type FieldProps = Props & { index: number };

function Days({ control, index }: FieldProps) {
  const { t } = useTranslation('key-plans');
  return (
    <Controller
      control={control}
      name={`windows.${index}.days`}
      render={({ field, fieldState }) => (
        <>
          <fieldset
            className="actions"
            style={{ border: 0, margin: 0, padding: 0 }}
            aria-label={t('windows.days', { number: index + 1 })}
          >
            <Chip.Group
              multiple
              value={field.value.map(String)}
              onChange={(days) => field.onChange(days.map(Number).sort((a, b) => a - b))}
            >
              {wordsOfWindows().days.map((day, place) => (
                <Chip key={day} value={String(place + 1)} size="sm" variant="outline">
                  {day}
                </Chip>
              ))}
            </Chip.Group>
          </fieldset>
          {fieldState.error && (
            <p className="field-error" role="alert">
              {fieldState.error.message}
            </p>
          )}
        </>
      )}
    />
  );
}

function Hour({ control, index, edge }: FieldProps & { edge: 'from' | 'to' }) {
  const { t } = useTranslation('key-plans');
  return (
    <Controller
      control={control}
      name={`windows.${index}.${edge}`}
      render={({ field, fieldState }) => (
        <TextInput type="time" label={t(`windows.${edge}`)} error={fieldState.error?.message} {...field} />
      )}
    />
  );
}
