import { ActionIcon, Button } from '@mantine/core';
import { IconFileCertificate, IconLock, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, type Ref, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CertificateFile } from './certificate-file';

const accept = [
  '.pem,.crt,.key,.json',
  'application/x-pem-file,application/x-x509-ca-cert,application/x-x509-user-cert,application/pkix-cert',
  'application/x-pkcs12,application/json',
].join(',');

type Props = {
  files: readonly CertificateFile[];
  onAdd: (files: readonly File[]) => void;
  onRemove: (file: CertificateFile) => void;
  error: string | undefined;
  /** Takes the focus when the certificate is missing. */
  ref: Ref<HTMLButtonElement>;
};

/** The files of one client certificate, by button or drag and drop; certificate and key may be separate files. */
export function CertificateDrop({ files, onAdd, onRemove, error, ref }: Props) {
  const { t } = useTranslation('add-key-system');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  const drag = (isIn: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isIn);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    onAdd([...event.dataTransfer.files]);
  };
  return (
    <div className="setup-wide">
      <label htmlFor={id} className="certificate-label">
        {t('fields.files')}{' '}
        <span aria-hidden className="certificate-required">
          *
        </span>
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; the button inside does the same by keyboard */}
      <div
        className="file-drop certificate-drop"
        data-over={isOver}
        data-invalid={Boolean(error)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        {files.length > 0 ? <ChosenFiles files={files} onRemove={onRemove} /> : <NoFile />}
        <Button ref={ref} variant="default" onClick={() => input.current?.click()}>
          {files.length > 0 ? t('files.add') : t('files.choose')}
        </Button>
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          className="visually-hidden"
          tabIndex={-1}
          accept={accept}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            onAdd([...(event.currentTarget.files ?? [])]);
            // Lets the same file be selected again.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function NoFile() {
  const { t } = useTranslation('add-key-system');
  return (
    <>
      <IconUpload size={22} stroke={1.6} aria-hidden />
      <p className="file-drop-words mute">{t('files.drop')}</p>
    </>
  );
}

function ChosenFiles({ files, onRemove }: Pick<Props, 'files' | 'onRemove'>) {
  const { t } = useTranslation('add-key-system');
  return (
    <ul className="file-drop-words certificate-files">
      {files.map((one) => (
        <li key={one.file.name}>
          <IconFileCertificate size={18} stroke={1.6} aria-hidden />
          <span className="certificate-name">{one.file.name}</span>
          {one.isProtected && (
            <span className="mute certificate-lock">
              <IconLock size={14} aria-hidden /> {t('files.protected')}
            </span>
          )}
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('files.remove', { name: one.file.name })}
            onClick={() => onRemove(one)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
