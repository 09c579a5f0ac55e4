import { languages } from '@key2xs/texts';
import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStartCheck } from '#data/key-systems/possession-checks';
import { dayIn, lastSecondOf } from '#lib/time/reader-day';
import { languageNames } from '#lib/words/language-names';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

type Props = { onClose: () => void; onStarted: (id: string) => void };

const inFourWeeks = () => dayIn(28);

/** Begins a check: of all holders, or of a department. */
export function StartDialog({ onClose, onStarted }: Props) {
  const { t, i18n } = useTranslation('possession-checks');
  const toast = useToast();
  const start = useStartCheck();
  const [department, setDepartment] = useState('');
  const [day, setDay] = useState<string | undefined>(inFourWeeks);
  const [language, setLanguage] = useState(languages.find((one) => one === i18n.language) ?? 'en');
  const [isMissing, setIsMissing] = useState(false);
  const confirm = () => {
    setIsMissing(!day);
    if (!day) return;
    const due_at = lastSecondOf(day);
    start.mutate(
      { department: department.trim() || null, due_at, language },
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
        <TextInput
          label={t('department')}
          description={t('departmentHint')}
          maxLength={200}
          value={department}
          onChange={(event) => setDepartment(event.currentTarget.value)}
        />
        <TypedTimeField kind="day" label={t('due')} value={day ?? ''} onChange={setDay} />
        {isMissing && <Notice tone="red" title={t('dueMissing')} />}
        <Select
          label={t('language')}
          allowDeselect={false}
          value={language}
          onChange={(value) => setLanguage(languages.find((one) => one === value) ?? language)}
          data={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        {start.error && <Notice tone="red" title={start.error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}
