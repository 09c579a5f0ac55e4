import {
  type AccessEventFilter,
  type AccessEventLook,
  lookPurposes,
  maxRevealHours,
  peopleList,
  Reason,
} from '@key2xs/contract';
import { Checkbox, Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '#components/person-select';
import { useReveal } from '#data/access-events';
import { useMay } from '#data/auth';
import { Form, FormActions } from '#ui/form';
import { Dialog } from '#ui/overlay/dialog';

const hoursOffered = [1, 4, 8, 24, maxRevealHours];
const usualHours = 4;

type Props = { filter: AccessEventFilter; onClose: () => void; onRevealed: (look: AccessEventLook) => void };

/** Asks what names are needed for and for how long; all of it is recorded. */
export function RevealDialog({ filter, onClose, onRevealed }: Props) {
  const { t } = useTranslation('access-events');
  const reveal = useReveal();
  const [purpose, setPurpose] = useState<(typeof lookPurposes)[number] | null>(null);
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState(usualHours);
  const [person, setPerson] = useState<string | null>(null);
  const [asksSecond, setAsksSecond] = useState(false);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const maySearch = useMay(peopleList.page);
  const given = Reason.safeParse(reason);
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (!purpose || !given.success) return;
    const body = {
      filter: { ...filter, person_id: person },
      purpose,
      reason: given.data,
      hours,
      ask_second: asksSecond,
    };
    reveal.mutate({ body }, { onSuccess: onRevealed });
  };
  return (
    <Dialog title={t('reveal.title')} onClose={onClose}>
      <Form submit={submit} failure={reveal.error?.message} failedTitle={t('reveal.failed')}>
        <Stack gap="sm">
          <p>{t('reveal.text')}</p>
          <Select
            label={t('reveal.purpose')}
            placeholder={t('reveal.choose')}
            data={lookPurposes.map((value) => ({ value, label: t(`purposes.${value}`) }))}
            value={purpose}
            onChange={(value) => setPurpose(lookPurposes.find((one) => one === value) ?? null)}
            error={wasSubmitted && !purpose && t('reveal.purposeMissing')}
            required
          />
          <Textarea
            label={t('reveal.reason')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={wasSubmitted && !given.success && t('reveal.reasonMissing')}
            required
            minRows={2}
          />
          <Select
            label={t('reveal.hours')}
            data={hoursOffered.map((count) => ({ value: String(count), label: t('hours', { count }) }))}
            value={String(hours)}
            onChange={(value) => setHours(Number(value ?? usualHours))}
            allowDeselect={false}
          />
          {maySearch && (
            <PersonSelect
              label={t('reveal.person')}
              description={t('reveal.personHint')}
              placeholder={t('reveal.personPlaceholder')}
              value={person}
              name={null}
              onChange={setPerson}
            />
          )}
          <Checkbox
            label={t('reveal.second')}
            description={t('reveal.secondHint')}
            checked={asksSecond}
            onChange={(event) => setAsksSecond(event.currentTarget.checked)}
          />
          <FormActions submitLabel={t('reveal.submit')} isBusy={reveal.isPending} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  );
}
