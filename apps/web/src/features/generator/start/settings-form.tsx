import { GeneratorMode, type MiningAttributeName } from '@key2xs/contract';
import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ScopePicker } from '#components/administrators/scope-picker';
import { GenerositySlider } from './generosity-slider';
import { ApprovalDoors, NeverBoth } from './never-both';
import { type FieldsProps, limits, type SettingsProblem } from './settings-state';
import { SourceFields } from './source-fields';

const attributes = ['department', 'job_title', 'group'] as const satisfies readonly MiningAttributeName[];

/** All settings of a run, in one column. */
export function SettingsForm(props: FieldsProps) {
  const { state, onChange, problems } = props;
  const { t } = useTranslation('generator');
  const errorOf = (name: SettingsProblem, text: string) => (problems.has(name) ? text : undefined);
  return (
    <Stack gap="lg">
      <SourceFields {...props} />
      <fieldset className="generator-fields">
        <legend>{t('form.scope')}</legend>
        <ScopePicker
          value={{ departments: state.departments, places: state.places }}
          onChange={onChange}
          errors={{
            departments: errorOf('departments', t('form.noDepartments')),
            places: errorOf('places', t('form.noPlaces')),
          }}
        />
      </fieldset>
      <Radio.Group
        label={t('form.mode')}
        value={state.mode}
        onChange={(mode) => onChange({ mode: GeneratorMode.parse(mode) })}
      >
        <Stack gap={8} mt={6}>
          {GeneratorMode.options.map((mode) => (
            <Radio key={mode} value={mode} label={t(`form.modes.${mode}`)} description={t(`form.modeTexts.${mode}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <GenerositySlider value={state.generosity} onChange={(generosity) => onChange({ generosity })} />
      <details className="generator-more" open={problems.size > 0 || undefined}>
        <summary>{t('form.details')}</summary>
        <Stack gap="lg" mt="md">
          <TextInput
            label={t('form.minPeople')}
            description={t('form.minPeopleHint')}
            inputMode="numeric"
            value={state.minPeople}
            onChange={(event) => onChange({ minPeople: event.currentTarget.value })}
            error={errorOf('minPeople', t('form.wrongNumber', limits.minPeople))}
          />
          <Checkbox.Group
            label={t('form.attributes')}
            value={state.attributes}
            onChange={(chosen) => onChange({ attributes: attributes.filter((name) => chosen.includes(name)) })}
            error={errorOf('attributes', t('form.noAttribute'))}
          >
            <Group gap="md" mt={6} mb={4}>
              {attributes.map((name) => (
                <Checkbox key={name} value={name} label={t(`form.attributeNames.${name}`)} />
              ))}
            </Group>
          </Checkbox.Group>
          <TextInput
            label={t('form.used')}
            description={t('form.usedHint')}
            inputMode="numeric"
            rightSection={<span className="mute">{t('form.usedDays')}</span>}
            rightSectionWidth={56}
            value={state.usedWithinDays}
            onChange={(event) => onChange({ usedWithinDays: event.currentTarget.value })}
            error={errorOf('usedWithinDays', t('form.wrongNumber', limits.usedWithinDays))}
          />
          <NeverBoth {...props} />
          <ApprovalDoors {...props} />
        </Stack>
      </details>
    </Stack>
  );
}
