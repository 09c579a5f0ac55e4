import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export type BarStep = { key: string; name: string; onGo?: (() => void) | undefined };

type Props = { label: string; steps: readonly BarStep[]; at: string };

/** The current step, a tick at finished ones, and the way back to them. */
export function StepsBar({ label, steps, at }: Props) {
  const { t } = useTranslation('iam');
  const current = steps.findIndex(({ key }) => key === at);
  return (
    <ol className="setup-steps" aria-label={label} style={{ flexWrap: 'wrap' }}>
      {steps.map(({ key, name, onGo }, index) => {
        const words = (
          <>
            <span className="setup-number">
              {index < current ? <IconCheck size={14} stroke={2.4} aria-hidden /> : index + 1}
            </span>
            {name}
          </>
        );
        return (
          <li key={key} data-done={index < current} aria-current={key === at ? 'step' : undefined}>
            {onGo ? (
              <button
                type="button"
                className="setup-step-name"
                onClick={onGo}
                aria-label={t('wizard.goBack', { step: name })}
              >
                {words}
              </button>
            ) : (
              <span className="setup-step-name">{words}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
