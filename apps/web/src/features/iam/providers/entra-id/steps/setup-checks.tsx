import type { EntraSetupCheck } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StepIcon } from '#components/step-icon';

/** The checks of a set-up, one by one as they complete. */
export function SetupChecks({ checks }: { checks: readonly EntraSetupCheck[] }) {
  const { t } = useTranslation('entra-setup');
  return (
    <ol className="diagnosis" aria-label={t('check.label')} aria-live="polite">
      {checks.map(({ name, state, message }) => (
        <li key={name} data-state={state}>
          <StepIcon state={state} />
          <div className="diagnosis-words">
            <strong>{t(`check.names.${name}`)}</strong>
            <span className="visually-hidden">{`: ${t(`check.states.${state}`)}. `}</span>
            {message && <p>{message}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
