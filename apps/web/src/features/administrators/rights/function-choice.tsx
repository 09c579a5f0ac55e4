import { type AdminFunction, functionReach } from '@key2xs/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '#ui/status-tag';
import { functionGroupNames, functionGroups } from './function-groups';
import './rights.css';

type Props = { value: readonly AdminFunction[]; onChange: (functions: AdminFunction[]) => void; error?: string };

/** All functions to choose from, in groups, with a mark on those that a scope excludes. */
export function FunctionChoice({ value, onChange, error }: Props) {
  const { t } = useTranslation('administrators');
  const chosen = new Set(value);
  const toggle = (name: AdminFunction, isOn: boolean) =>
    onChange(isOn ? [...value, name] : value.filter((other) => other !== name));
  return (
    <fieldset className="function-choice">
      <legend>{t('roles.functions')}</legend>
      {functionGroupNames.map((group) => (
        <section key={group} className="function-group" aria-label={t(`groups.${group}`)}>
          <h4>{t(`groups.${group}`)}</h4>
          {functionGroups[group].map((name) => (
            <div key={name} className="function-row">
              <Checkbox
                checked={chosen.has(name)}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
                label={t(`functions.${name}.name`)}
                description={t(`functions.${name}.text`)}
              />
              {functionReach[name] === 'whole' && <StatusTag tone="grey" isPlain label={t('wholeOnly')} />}
            </div>
          ))}
        </section>
      ))}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
