import type { AdminScope } from '@key2xs/contract';
import { languages } from '@key2xs/texts';
import { MultiSelect, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScopePicker } from '#components/administrators/scope-picker';
import { ringChoicesQuery, useStartCheck } from '#data/key-systems/possession-checks';
import { dayIn, lastSecondOf } from '#lib/time/reader-day';
import { languageNames } from '#lib/words/language-names';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { RepeatSelect } from './repeat-select';

type Props = { onClose: () => void; onStarted: (id: string) => void };

const inFourWeeks = () => dayIn(28);

/** Begins a check: of all keys that were handed out, or of a part. */
export function StartDialog({ onClose, onStarted }: Props) {
  const { t, i18n } = useTranslation('possession-checks');
  const toast = useToast();
  const start = useStartCheck();
  const [scope, setScope] = useState<AdminScope>({ departments: null, places: null });
  const [rings, setRings] = useState<string[]>([]);
  const [months, setMonths] = useState<number | null>(null);
  const choices = useQuery(ringChoicesQuery).data?.rows ?? [];
  const [day, setDay] = useState<string | undefined>(inFourWeeks);
  const [language, setLanguage] = useState(languages.find((one) => one === i18n.language) ?? 'en');
  const [isMissing, setIsMissing] = useState(false);
  const confirm = () => {
    setIsMissing(!day);
    if (!day) return;
    const due_at = lastSecondOf(day);
    start.mutate(
      { scope, rings: rings.length > 0 ? rings : null, due_at, language, repeat_months: months },
      {
        onSuccess: ({ id }) => {
          toast.success(t('started'));
          onStarted(id);
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('startTitle')}
      confirmLabel={t('start')}
      isBusy={start.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('startText')}</p>
      <Stack gap="md">
        <ScopePicker value={scope} onChange={setScope} errors={{}} />
        {choices.length > 0 && (
          <MultiSelect
            label={t('rings')}
            description={t('ringsHint')}
            searchable
            clearable
            value={rings}
            onChange={setRings}
            data={choices.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <TypedTimeField kind="day" label={t('due')} value={day ?? ''} onChange={setDay} />
        {isMissing && <Notice tone="red" title={t('dueMissing')} />}
        <Select
          label={t('language')}
          allowDeselect={false}
          value={language}
          onChange={(value) => setLanguage(languages.find((one) => one === value) ?? language)}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <RepeatSelect value={months} onChange={setMonths} />
        {start.error && <Notice tone="red" title={start.error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}
