import type { AdminFunction } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { functionGroupNames, functionGroups } from './function-groups';
import './rights.css';

/** What an administrator may do, in groups, each with a sentence. */
export function FunctionList({ functions }: { functions: readonly AdminFunction[] }) {
  const { t } = useTranslation('administrators');
  const shown = functionGroupNames.flatMap((group) => {
    const own = functionGroups[group].filter((name) => functions.includes(name));
    return own.length > 0 ? [{ group, own }] : [];
  });
  if (shown.length === 0) return <p className="mute">{t('details.nothing')}</p>;
  return shown.map(({ group, own }) => (
    <section key={group} className="function-group" aria-label={t(`groups.${group}`)}>
      <h4>{t(`groups.${group}`)}</h4>
      <ul>
        {own.map((name) => (
          <li key={name}>
            {t(`functions.${name}.name`)}
            <span className="mute">{t(`functions.${name}.text`)}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
