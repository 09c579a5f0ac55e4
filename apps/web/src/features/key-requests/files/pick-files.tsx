import { maxRequestFileBytes, maxRequestFiles } from '@key2xs/contract';
import { Button, FileButton } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../key-requests.css';

const heads = ['255044462d', '89504e470d0a1a0a', 'ffd8ff']; // of PDF, PNG and JPEG
const headBytes = 8;

type Props = {
  /** How many there are already. */
  count: number;
  isBusy?: boolean;
  onPick: (files: File[]) => void;
};

/** A button that takes files which can belong to a request; what cannot is named, and nothing else is lost. */
export function PickFiles({ count, isBusy = false, onPick }: Props) {
  const { t } = useTranslation('key-requests');
  const [problems, setProblems] = useState<string[]>([]);
  const hint = useId();
  const pick = async (chosen: File[]) => {
    const found: string[] = [];
    const taken: File[] = [];
    for (const file of chosen) {
      if (file.size > maxRequestFileBytes) found.push(t('files.tooLarge', { name: file.name }));
      else if (!(await isTaken(file))) found.push(t('files.unknown', { name: file.name }));
      else if (count + taken.length >= maxRequestFiles) found.push(t('files.tooMany'));
      else taken.push(file);
    }
    setProblems([...new Set(found)]);
    if (taken.length > 0) onPick(taken);
  };
  return (
    <>
      <p className="mute request-files-hint" id={hint}>
        {t('files.hint')}
      </p>
      {/* Without a key the same file could not be chosen again. */}
      <FileButton key={count} multiple accept="application/pdf,image/png,image/jpeg" onChange={pick}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="compact-sm"
            loading={isBusy}
            disabled={count >= maxRequestFiles}
            aria-describedby={hint}
          >
            {t('files.add')}
          </Button>
        )}
      </FileButton>
      {problems.length > 0 && (
        <div className="field-error" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
    </>
  );
}

/** By its first bytes; the server looks at all of them. */
async function isTaken(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const head = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return heads.some((known) => head.startsWith(known));
}
