import type { CheckedKey, Input, possessionChecks } from '@key2xs/contract';
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOfHolderQuery, useEnterAnswers } from '#data/key-systems/possession-checks';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { useToast } from '#ui/toast';

type Said = Input<typeof possessionChecks.enter>['body']['answers'][number];
type Props = { checkId: string; of: CheckedKey; onClose: () => void };

const choices = ['has', 'missing', 'elsewhere'] as const;

/** What a holder has answered on paper or at the desk, of all their keys at once. */
export function EnterDialog({ checkId, of: { person_id, holder }, onClose }: Props) {
  const { t } = useTranslation('possession-checks');
  const toast = useToast();
  const asked = useQuery(keysOfHolderQuery(checkId, person_id));
  const enter = useEnterAnswers();
  const [said, setSaid] = useState<ReadonlyMap<string, Said>>(new Map());
  const [also, setAlso] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const keys = asked.data?.rows ?? [];
  const say = (key_id: string, more: Partial<Said>) =>
    setSaid(new Map(said).set(key_id, { ...(said.get(key_id) ?? { key_id, answer: 'has' }), ...more }));
  const confirm = () => {
    setIsMissing(said.size < keys.length);
    if (said.size < keys.length) return;
    const done = () => {
      toast.success(t('entered'));
      onClose();
    };
    enter.mutate({ id: checkId, person_id, answers: [...said.values()], also_has: also }, { onSuccess: done });
  };
  return (
    <ConfirmDialog
      title={t('enterTitle', { name: holder })}
      confirmLabel={asked.data ? t('enter') : undefined}
      isBusy={enter.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {!asked.data &&
        (asked.error ? (
          <Failure error={asked.error} onRetry={asked.refetch} />
        ) : (
          <Loading label={t('keysWords.loading')} />
        ))}
      <Stack gap="md">
        {keys.map(({ id, marking, name }) => (
          <div key={id}>
            <Radio.Group
              label={[marking, name].filter(Boolean).join(' ')}
              value={said.get(id)?.answer ?? ''}
              onChange={(chosen) => say(id, { answer: choices.find((one) => one === chosen) ?? 'has' })}
            >
              <Stack gap={6} mt={6}>
                {choices.map((one) => (
                  <Radio key={one} value={one} label={t(`answers.${one}`)} />
                ))}
              </Stack>
            </Radio.Group>
            {said.has(id) && said.get(id)?.answer !== 'has' && (
              <TextInput
                mt={6}
                label={t('enterNote')}
                maxLength={200}
                value={said.get(id)?.note ?? ''}
                onChange={(event) => say(id, { note: event.currentTarget.value })}
              />
            )}
          </div>
        ))}
        {asked.data && (
          <Textarea
            label={t('enterAlso')}
            maxLength={500}
            value={also}
            onChange={(event) => setAlso(event.currentTarget.value)}
          />
        )}
        {isMissing && <Notice tone="red" title={t('enterAll')} />}
        {enter.error && <Notice tone="red" title={enter.error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}
