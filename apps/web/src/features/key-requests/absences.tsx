import type { KeyRequestRules } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';
import { firstSecondOf, lastSecondOf } from '#lib/time/reader-day';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { type Choice, ChoicePicker } from './choice-picker';

type Absence = KeyRequestRules['absences'][number];
type Props = { value: readonly Absence[]; onChange: (absences: Absence[]) => void };

/** Who stands in for whom, and when. */
export function Absences({ value, onChange }: Props) {
  const { t } = useTranslation('key-requests');
  const [person, setPerson] = useState<Choice | null>(null);
  const [deputy, setDeputy] = useState<Choice | null>(null);
  const [from, setFrom] = useState<string | undefined>('');
  const [until, setUntil] = useState<string | undefined>('');
  const isWhole = person && deputy && from && until && from <= until;
  const add = () => {
    if (!isWhole) return;
    onChange([
      ...value,
      {
        ...{ person_id: person.id, person_name: person.name, deputy_id: deputy.id, deputy_name: deputy.name },
        from: firstSecondOf(from),
        until: lastSecondOf(until),
      },
    ]);
    setPerson(null);
    setDeputy(null);
  };
  return (
    <fieldset className="request-rule">
      <legend>{t('absences.title')}</legend>
      {value.length > 0 && (
        <ul>
          {value.map((absence) => (
            <li key={`${absence.person_id} ${absence.from}`}>
              {t('absences.one', {
                name: absence.person_name,
                deputy: absence.deputy_name,
                from: formatDate(absence.from),
                until: formatDate(absence.until),
              })}{' '}
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('absences.removeOf', { name: absence.person_name })}
                onClick={() => onChange(value.filter((one) => one !== absence))}
              >
                {t('rules.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ChoicePicker
        what="people"
        label={t('absences.person')}
        placeholder={t('form.personHint')}
        value={person}
        onChange={setPerson}
      />
      <ChoicePicker
        what="people"
        label={t('absences.deputy')}
        placeholder={t('form.personHint')}
        value={deputy}
        onChange={setDeputy}
      />
      <TypedTimeField kind="day" label={t('form.from')} value={from ?? ''} onChange={setFrom} />
      <TypedTimeField kind="day" label={t('form.until')} value={until ?? ''} onChange={setUntil} />
      <div>
        <Button variant="default" disabled={!isWhole} onClick={add}>
          {t('absences.add')}
        </Button>
      </div>
    </fieldset>
  );
}
