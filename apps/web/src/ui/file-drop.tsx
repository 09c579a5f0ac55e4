import { Button } from '@mantine/core';
import { IconFile, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  label: string;
  hint: string;
  /** As for a file input: `.csv,text/csv`. Dropped files are not checked; the page must do it. */
  accept: string;
  file: File | null | undefined;
  onFile: (file: File) => void;
  error?: string;
};

/** One file, by button or by drag and drop. */
export function FileDrop({ label, hint, accept, file, onFile, error }: Props) {
  const { t } = useTranslation('shell');
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  const take = (files: FileList | null) => {
    const first = files?.[0];
    if (first) onFile(first);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition; the button inside does the same by keyboard */}
      <div
        className="file-drop"
        data-over={isOver}
        data-invalid={Boolean(error)}
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {file ? <IconFile size={22} stroke={1.6} aria-hidden /> : <IconUpload size={22} stroke={1.6} aria-hidden />}
        <div className="file-drop-words">
          <label htmlFor={id} style={{ fontWeight: 560 }}>
            {label}
          </label>
          <div className="mute">{file ? file.name : hint}</div>
        </div>
        <Button variant="default" onClick={() => input.current?.click()}>
          {t(file ? 'files.another' : 'files.choose')}
        </Button>
        <input
          ref={input}
          id={id}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          accept={accept}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            take(event.currentTarget.files);
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
