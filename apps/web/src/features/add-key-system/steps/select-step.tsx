import { SystemType } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { IconArrowRight, IconKey } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Notice } from '#ui/notice';
import './select-step.css';

type Type = z.infer<typeof SystemType>;

const needs = ['url', 'domain', 'certificate'] as const;

type Props = {
  chosen: Type | undefined;
  /** "Next" was pressed without a choice. */
  isUnselected: boolean;
  onChoose: (type: Type) => void;
  onNext: () => void;
};

export function SelectStep({ chosen, isUnselected, onChoose, onNext }: Props) {
  const { t } = useTranslation('add-key-system');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onNext();
  };
  return (
    <form onSubmit={submit}>
      {isUnselected && <Notice tone="red" title={t('select.unselected')} />}
      <fieldset className="system-types">
        <legend className="visually-hidden">{t('select.label')}</legend>
        {[...SystemType.values].map((type) => (
          <TypeCard key={type} type={type} isChosen={type === chosen} onChoose={() => onChoose(type)} />
        ))}
      </fieldset>
      <div className="setup-foot">
        {/* Looks and is announced as disabled, but stays focusable to say what is missing. */}
        <Button
          type="submit"
          aria-disabled={!chosen}
          data-disabled={!chosen || undefined}
          rightSection={<IconArrowRight size={16} aria-hidden />}
        >
          {t('next')}
        </Button>
      </div>
    </form>
  );
}

function TypeCard({ type, isChosen, onChoose }: { type: Type; isChosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation('add-key-system');
  return (
    <label className="system-type">
      <input type="radio" name="system-type" value={type} checked={isChosen} onChange={onChoose} />
      <span className="system-type-icon">
        <IconKey size={22} stroke={1.6} aria-hidden />
      </span>
      <span className="system-type-words">
        <strong>{t(`system_types.${type}`)}</strong>
        <span className="mute">{t('select.cliq')}</span>
        <span className="system-type-needs">
          <span>{t('select.needs')}</span>
          {needs.map((need) => (
            <span key={need} className="system-type-need">
              {t(`select.need.${need}`)}
            </span>
          ))}
        </span>
      </span>
    </label>
  );
}
