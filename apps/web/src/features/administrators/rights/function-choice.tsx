import { type AdminFunction, functionReach, functionsWithin } from '@key2xs/contract';
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
  const included = functionsWithin(null, value).filter((name) => !chosen.has(name));
  const toggle = (name: AdminFunction, isOn: boolean) =>
    onChange(isOn ? [...value, name] : value.filter((other) => other !== name));
  return (
    <fieldset className="function-choice">
      <legend>{t('roles.functions')}</legend>
      {functionGroupNames.map((group) => (
        <section key={group} className="function-group" aria-label={t(`groups.${group}`)}>
          <h3>{t(`groups.${group}`)}</h3>
          {functionGroups[group].map((name) => (
            <div key={name} className="function-row">
              <Checkbox
                checked={chosen.has(name) || included.includes(name)}
                disabled={included.includes(name)}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
                label={t(`functions.${name}.name`)}
                description={t(`functions.${name}.text`)}
              />
              {included.includes(name) && <StatusTag tone="blue" isPlain label={t('included')} />}
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
