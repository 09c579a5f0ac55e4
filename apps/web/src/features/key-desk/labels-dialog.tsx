import {
  type Key,
  keyList,
  labelSheetNames,
  labelSheets,
  labelSize,
  maxLabels,
  type PrintLabels,
} from '@key2xs/contract';
import { Group, NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFilter } from '#components/records/list-state';
import { usePrintLabels } from '#data/key-systems/key-desk';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';

type Props = { keys: readonly Key[]; onClose: () => void };

const single = 'single';

/** Labels for the selected keys, or for all of the list, as PDF. */
export function LabelsDialog({ keys, onClose }: Props) {
  const { t } = useTranslation('key-desk');
  const [filter] = useListFilter(keyList);
  const print = usePrintLabels();
  const [which, setWhich] = useState<'selected' | 'all'>('selected');
  const [paper, setPaper] = useState<string>(labelSheetNames[0]);
  const [used, setUsed] = useState<string | number>(0);
  const [width, setWidth] = useState<string | number>(50);
  const [height, setHeight] = useState<string | number>(20);
  const [text, setText] = useState('');
  const sheet = labelSheetNames.find((name) => name === paper);
  const perSheet = sheet ? labelSheets[sheet].columns * labelSheets[sheet].rows : 0;
  const within = (value: string | number, { least, most }: { least: number; most: number }) =>
    typeof value === 'number' && value >= least && value <= most;
  const isUsedRight = within(used, { least: 0, most: perSheet - 1 });
  const areSizesRight = within(width, labelSize.width) && within(height, labelSize.height);
  const isTooMany = which === 'selected' && keys.length > maxLabels;
  const submit = () => {
    if (isTooMany || !(sheet ? isUsedRight : areSizesRight)) return;
    const body: PrintLabels = {
      ...(which === 'selected' ? { keys: keys.map(({ id }) => id) } : { filter }),
      text,
      paper: sheet
        ? { kind: 'sheet', sheet, used: Number(used) }
        : { kind: single, width: Number(width), height: Number(height) },
    };
    print.mutate(body, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      title={t('labels.title')}
      confirmLabel={t('labels.print')}
      isBusy={print.isPending}
      onConfirm={submit}
      onCancel={onClose}
    >
      <Stack gap="md">
        <p>{t('labels.about')}</p>
        <Radio.Group
          label={t('labels.which')}
          value={which}
          onChange={(value) => setWhich(value === 'all' ? 'all' : 'selected')}
          error={isTooMany ? t('labels.tooMany', { most: maxLabels }) : undefined}
        >
          <Group mt={6}>
            <Radio value="selected" label={t('bulk.selected', { count: keys.length })} />
            <Radio value="all" label={t('labels.all', { most: maxLabels })} />
          </Group>
        </Radio.Group>
        <Select
          label={t('labels.paper')}
          allowDeselect={false}
          value={paper}
          onChange={(value) => value && setPaper(value)}
          data={[
            ...labelSheetNames.map((value) => ({
              value,
              label: t('labels.sheet', {
                size: `${labelSheets[value].width} × ${labelSheets[value].height}`,
                count: labelSheets[value].columns * labelSheets[value].rows,
              }),
            })),
            { value: single, label: t('labels.single') },
          ]}
        />
        {sheet ? (
          <NumberInput
            label={t('labels.used')}
            description={t('labels.usedHint')}
            value={used}
            onChange={setUsed}
            allowDecimal={false}
            error={isUsedRight ? undefined : t('labels.outside', { least: 0, most: perSheet - 1 })}
          />
        ) : (
          <Group align="start" grow>
            <NumberInput
              label={t('labels.width')}
              value={width}
              onChange={setWidth}
              error={within(width, labelSize.width) ? undefined : t('labels.outside', labelSize.width)}
            />
            <NumberInput
              label={t('labels.height')}
              value={height}
              onChange={setHeight}
              error={within(height, labelSize.height) ? undefined : t('labels.outside', labelSize.height)}
            />
          </Group>
        )}
        <TextInput
          label={t('labels.text')}
          description={t('labels.textHint')}
          maxLength={60}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {print.error && <Notice tone="red" title={print.error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}
