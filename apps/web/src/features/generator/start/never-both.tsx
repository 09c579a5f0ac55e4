import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DoorPicker } from '#components/pickers/door-picker';
import type { FieldsProps, Pair } from './settings-state';

const idsOf = (keySystemId: string | null) => (keySystemId === null ? [] : [keySystemId]);

/** Pairs of doors that no one is newly given together. */
export function NeverBoth({ state, onChange, problems }: FieldsProps) {
  const { t } = useTranslation('generator');
  const { pairs } = state;
  const keySystemIds = idsOf(state.keySystemId);
  const change = (id: number, changes: Partial<Pair>) =>
    onChange({ pairs: pairs.map((pair) => (pair.id === id ? { ...pair, ...changes } : pair)) });
  const add = () => {
    const id = Math.max(-1, ...pairs.map((pair) => pair.id)) + 1;
    onChange({ pairs: [...pairs, { id, first: [], second: [] }] });
  };
  return (
    <fieldset className="generator-fields">
      <legend>{t('form.neverBoth')}</legend>
      <p className="mute">{t('form.neverBothHint')}</p>
      {pairs.map(({ id, first, second }, at) => (
        <fieldset key={id} className="generator-pair" aria-label={t('form.pair', { number: at + 1 })}>
          <DoorPicker
            label={t('form.first')}
            description={t('form.pairHint')}
            value={first}
            onChange={(doors) => change(id, { first: doors })}
            withPlaces
            keySystemIds={keySystemIds}
          />
          <DoorPicker
            label={t('form.second')}
            description={t('form.pairHint')}
            value={second}
            onChange={(doors) => change(id, { second: doors })}
            withPlaces
            keySystemIds={keySystemIds}
          />
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChange({ pairs: pairs.filter((pair) => pair.id !== id) })}
          >
            {t('form.removePair', { number: at + 1 })}
          </Button>
        </fieldset>
      ))}
      {problems.has('pairs') && (
        <p className="field-error" role="alert">
          {t('form.pairMissing')}
        </p>
      )}
      <div className="actions">
        <Button variant="default" size="compact-sm" onClick={add}>
          {t('form.addPair')}
        </Button>
      </div>
    </fieldset>
  );
}

/** Doors whose rights stay on request. */
export function ApprovalDoors({ state, onChange }: FieldsProps) {
  const { t } = useTranslation('generator');
  return (
    <Stack gap={4}>
      <DoorPicker
        label={t('form.approval')}
        description={t('form.approvalHint')}
        value={state.needsApproval}
        onChange={(needsApproval) => onChange({ needsApproval })}
        withPlaces
        isOptional
        keySystemIds={idsOf(state.keySystemId)}
      />
    </Stack>
  );
}
