import { type Generosity, generosities } from '@key2xs/contract';
import { Slider } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { value: Generosity; onChange: (value: Generosity) => void };

/** Five steps from nothing new to much that is new, each with what it means. */
export function GenerositySlider({ value, onChange }: Props) {
  const { t } = useTranslation('generator');
  const id = useId();
  const nameOf = (at: number) => t(`form.generosities.${generosities[at] ?? 'never'}`);
  return (
    <div className="generator-slider">
      <div className="mantine-InputWrapper-label" id={id}>
        {t('form.generosity')}
      </div>
      <Slider
        min={0}
        max={generosities.length - 1}
        step={1}
        value={generosities.indexOf(value)}
        onChange={(at) => onChange(generosities[at] ?? 'never')}
        label={null}
        marks={generosities.map((_, at) => ({ value: at }))}
        thumbValueText={nameOf}
        thumbProps={{ 'aria-labelledby': id }}
      />
      <div className="generator-slider-ends">
        <span>{t('form.generosities.never')}</span>
        <span>{t('form.generosities.generous')}</span>
      </div>
      <p role="status">
        <strong>{t(`form.generosities.${value}`)}.</strong> {t(`form.generosityTexts.${value}`)}
      </p>
      <p className="mute">{t('form.sensitive')}</p>
    </div>
  );
}
