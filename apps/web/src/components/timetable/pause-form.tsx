import type { Timetable } from '@key2xs/contract';
import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TimetableOf, usePauseTimetable } from '#data/tasks/timetables';
import { readerZone } from '#lib/format-choice';
import { instantOf } from '#lib/time/wall-clock';
import { useReason } from '#lib/use-reason';
import { Form, FormActions } from '#ui/form';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

type Props = { of: TimetableOf; timetable: Timetable; onClose: () => void };

/** Pauses a timetable with a reason, until a time on the reader's clock. */
export function PauseForm({ of, timetable: { version }, onClose }: Props) {
  const { t } = useTranslation('timetable');
  const toast = useToast();
  const pause = usePauseTimetable(of);
  const { field, take } = useReason();
  const [until, setUntil] = useState<string | undefined>('');
  const untilInput = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = take();
    if (reason === undefined) {
      input.current?.focus();
      return;
    }
    if (until === undefined) {
      untilInput.current?.focus();
      return;
    }
    pause.mutate(
      { version, reason, until: until === '' ? null : instantOf(until, readerZone()) },
      {
        onSuccess: () => {
          toast.success(t('pausing.paused'));
          onClose();
        },
      },
    );
  };
  return (
    <Form submit={submit} label={t('pausing.label')}>
      <Stack gap="sm">
        <TextInput
          ref={input}
          label={t('pausing.reason')}
          required
          value={field.value}
          error={field.error}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
          data-mantine-stop-propagation
        />
        <TypedTimeField
          ref={untilInput}
          kind="moment"
          label={t('pausing.until')}
          description={t('pausing.untilHint')}
          value={until ?? ''}
          error={pause.error?.message}
          onChange={setUntil}
          data-mantine-stop-propagation
        />
        <FormActions submitLabel={t('pausing.confirm')} isBusy={pause.isPending} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
