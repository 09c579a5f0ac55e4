import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CertificateDrop } from './certificate-drop';
import { type CertificateFile, inspectFile, withFiles } from './certificate-file';
import type { ConnectionForm } from './use-connection-form';

/** The connection's client certificate. Inspects selected files to decide whether to ask for a pass phrase. */
export function CertificateField({ form }: { form: ConnectionForm }) {
  const { t } = useTranslation('add-key-system');
  const [unreadable, setUnreadable] = useState<string>();
  return (
    <Controller
      control={form.control}
      name="client_certificate_bundle_pem_file"
      render={({ field, fieldState }) => {
        const add = async (files: readonly File[]) => {
          const looked = await Promise.allSettled(files.map(inspectFile));
          const failed = looked.findIndex(({ status }) => status === 'rejected');
          setUnreadable(files[failed]?.name);
          const readable = looked.flatMap((one): CertificateFile[] => (one.status === 'fulfilled' ? [one.value] : []));
          if (readable.length > 0) field.onChange(withFiles(form.getValues(field.name), readable));
        };
        return (
          <CertificateDrop
            ref={field.ref}
            files={field.value}
            onAdd={(files) => void add(files)}
            onRemove={(gone) => field.onChange(field.value.filter((one) => one !== gone))}
            error={unreadable ? t('errors.fileUnreadable', { name: unreadable }) : fieldState.error?.message}
          />
        );
      }}
    />
  );
}
