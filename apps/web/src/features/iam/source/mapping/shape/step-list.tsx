import type { Transform } from '@key2xs/contract';
import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StepFields } from './step-fields';

export type KeyedStep = { key: number; step: Transform };

type Props = {
  steps: readonly KeyedStep[];
  /** The value after each step, as far as the steps are complete. */
  values: readonly string[];
  columns: readonly string[];
  onChange: (steps: KeyedStep[]) => void;
};

/** The steps in order, each with the value it produces. */
export function StepList({ steps, values, columns, onChange }: Props) {
  const { t } = useTranslation('source');
  const move = (at: number, by: number) => {
    const moved = steps.filter((_, index) => index !== at);
    const [one] = steps.slice(at, at + 1);
    if (one) onChange([...moved.slice(0, at + by), one, ...moved.slice(at + by)]);
  };
  return (
    <ol className="shape-steps">
      {steps.map(({ key, step }, at) => {
        const name = t(`shape.do.${step.do}`);
        return (
          <li key={key}>
            <div className="shape-head">
              <strong>{name}</strong>
              <span className="actions actions-row">
                <ActionIcon
                  variant="default"
                  aria-label={t('shape.earlier', { step: name })}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={t('shape.later', { step: name })}
                  disabled={at === steps.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={t('shape.remove', { step: name })}
                  onClick={() => onChange(steps.filter((one) => one.key !== key))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </span>
            </div>
            <StepFields
              step={step}
              columns={columns}
              onChange={(changed) => onChange(steps.map((one) => (one.key === key ? { key, step: changed } : one)))}
            />
            <p className="mute">
              {values[at] === undefined
                ? t('shape.incomplete')
                : `${t('shape.next')} ${values[at] || t('shape.empty')}`}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
