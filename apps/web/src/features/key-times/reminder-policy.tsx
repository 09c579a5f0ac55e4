import type { KeyReminderPolicy } from '@key2xs/contract';
import { Checkbox, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NoMailServer } from '#components/key-times/remind-dialog';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

type Props = {
  reminders: KeyReminderPolicy;
  isMailConfigured: boolean;
  onChange: (reminders: KeyReminderPolicy) => void;
};

const audiences = ['holder', 'manager', 'security'] as const;
const usualQuiet = { from: '20:00', to: '07:00' };
const maxDays = 90;

/** Who is mailed how many days before a key stops working, or about the day by which it is to be returned, and when nothing is mailed. */
export function ReminderPolicy({ reminders, isMailConfigured, onChange }: Props) {
  const { t } = useTranslation('key-times');
  const { quiet, language, security, returns } = reminders;
  const set = (changes: Partial<KeyReminderPolicy>) => onChange({ ...reminders, ...changes });
  const isOn = returns.is_on || audiences.some((audience) => reminders[audience].is_on);
  return (
    <fieldset className="key-policy-part">
      <legend>
        <strong>{t('reminders.title')}</strong>
      </legend>
      <Stack gap="md">
        <p className="mute">{t('reminders.hint')}</p>
        {!isMailConfigured && <NoMailServer />}
        {audiences.map((audience) => (
          <Audience
            key={audience}
            audience={audience}
            value={reminders[audience]}
            onChange={(changes) => set({ [audience]: { ...reminders[audience], ...changes } })}
          />
        ))}
        <Returns value={returns} onChange={(changes) => set({ returns: { ...returns, ...changes } })} />
        {(security.is_on || returns.is_on) && (
          <TextInput
            label={t('reminders.securityAddress')}
            description={t('reminders.securityAddressHint')}
            type="email"
            maxLength={254}
            value={security.mail_address ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ security: { ...security, mail_address: value.trim() === '' ? null : value } })
            }
            maw={420}
          />
        )}
        {isOn && (
          <>
            <Select
              label={t('reminders.language')}
              description={t('reminders.languageHint')}
              data={[
                { value: 'en', label: 'English' },
                { value: 'de', label: 'Deutsch' },
              ]}
              allowDeselect={false}
              value={language}
              onChange={(value) => set({ language: value === 'de' ? 'de' : 'en' })}
              maw={420}
            />
            <Checkbox
              label={t('reminders.quiet')}
              description={t('reminders.quietHint')}
              checked={quiet !== null}
              onChange={({ currentTarget }) => set({ quiet: currentTarget.checked ? usualQuiet : null })}
            />
            {quiet && (
              <div className="key-times-days">
                {(['from', 'to'] as const).map((end) => (
                  <TypedTimeField
                    key={end}
                    kind="time"
                    label={t(`reminders.quietEnds.${end}`)}
                    value={quiet[end]}
                    onChange={(time) => time !== undefined && set({ quiet: { ...quiet, [end]: time } })}
                  />
                ))}
              </div>
            )}
          </>
        )}
      </Stack>
    </fieldset>
  );
}

type ReturnsProps = {
  value: KeyReminderPolicy['returns'];
  onChange: (changes: Partial<KeyReminderPolicy['returns']>) => void;
};

/** On which days about the due date of a case it is mailed that a key is to be returned. */
function Returns({ value, onChange }: ReturnsProps) {
  const { t } = useTranslation('key-times');
  return (
    <div className="key-reminder-audience">
      <Checkbox
        label={t('reminders.returns.label')}
        description={t('reminders.returns.hint')}
        checked={value.is_on}
        onChange={({ currentTarget }) => onChange({ is_on: currentTarget.checked })}
      />
      {value.is_on &&
        audiences.map((audience) => (
          <TagsInput
            key={audience}
            label={t(`reminders.returns.days.${audience}`)}
            description={t('reminders.returns.daysHint')}
            value={value[audience].map(String)}
            onChange={(typed) => onChange({ [audience]: daysOf(typed, -maxDays).reverse() })}
            maxTags={5}
            maw={420}
          />
        ))}
    </div>
  );
}

/** What is no such day is left out. */
const daysOf = (typed: readonly string[], min: number): number[] => {
  // A minus as it is copied from a text.
  const days = typed.map((day) => Number(day.replace('−', '-')));
  return [...new Set(days.filter((day) => Number.isInteger(day) && day >= min && day <= maxDays))].sort(
    (one, other) => other - one,
  );
};

type AudienceProps = {
  audience: (typeof audiences)[number];
  value: KeyReminderPolicy['holder'];
  onChange: (changes: Partial<KeyReminderPolicy['holder']>) => void;
};

function Audience({ audience, value: { is_on, days }, onChange }: AudienceProps) {
  const { t } = useTranslation('key-times');
  const label = t(`reminders.remind.${audience}`);
  const setDays = (typed: string[]) => {
    const days = daysOf(typed, 1);
    if (days.length > 0) onChange({ days });
  };
  return (
    <div className="key-reminder-audience">
      <Checkbox
        label={label}
        checked={is_on}
        onChange={({ currentTarget }) => onChange({ is_on: currentTarget.checked })}
      />
      {is_on && (
        <TagsInput
          label={t('reminders.days')}
          aria-label={`${label}: ${t('reminders.days')}`}
          description={t('reminders.daysHint')}
          value={days.map(String)}
          onChange={setDays}
          maxTags={5}
          maw={420}
        />
      )}
    </div>
  );
}
