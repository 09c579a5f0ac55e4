import { filePurposes, type Person, privacy } from '@key2xs/contract';
import { Button, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { Form, FormActions } from '#ui/form';
import { Dialog } from '#ui/overlay/dialog';

/** Downloads everything that is held about a person, for those with the right to. */
export function PersonFile({ person }: { person: Person }) {
  const { t } = useTranslation('people');
  const [isOpen, setIsOpen] = useState(false);
  if (!useMay(privacy.json)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('person.file.open')}
      </Button>
      {isOpen && <FileDialog person={person} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const formats = ['pdf', 'json'] as const;

function FileDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('people');
  const [purpose, setPurpose] = useState<(typeof filePurposes)[number] | null>(null);
  const [format, setFormat] = useState<(typeof formats)[number]>('pdf');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const save = useExport(privacy[format], `person.${format}`);
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (purpose) save.mutate({ params: { id: person.id }, query: { purpose } }, { onSuccess: onClose });
  };
  return (
    <Dialog title={t('person.file.title', { name: person.display_name })} onClose={onClose}>
      <Form submit={submit} failure={save.error?.message} failedTitle={t('person.file.failed')}>
        <Stack gap="sm">
          <p>{t('person.file.text')}</p>
          <Select
            label={t('person.file.purpose')}
            placeholder={t('person.file.choose')}
            data={filePurposes.map((value) => ({ value, label: t(`person.file.purposes.${value}`) }))}
            value={purpose}
            onChange={(value) => setPurpose(filePurposes.find((one) => one === value) ?? null)}
            error={wasSubmitted && !purpose && t('person.file.purposeMissing')}
            required
          />
          <Select
            label={t('person.file.format')}
            data={formats.map((value) => ({ value, label: t(`person.file.formats.${value}`) }))}
            value={format}
            onChange={(value) => setFormat(formats.find((one) => one === value) ?? 'pdf')}
            allowDeselect={false}
          />
          <FormActions submitLabel={t('person.file.submit')} isBusy={save.isPending} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  );
}
