import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useFailureWords } from './use-failure-words';

type Props = { label: string; onUse: () => Promise<unknown>; variant?: 'default' | 'filled' };

/** Asks the browser for a passkey. A failure stands beneath it. */
export function PasskeyButton({ label, onUse, variant = 'default' }: Props) {
  const words = useFailureWords();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const use = async () => {
    setIsBusy(true);
    setError(undefined);
    try {
      await onUse();
    } catch (cause) {
      setError(words(cause));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div>
      <Button
        fullWidth
        variant={variant}
        loading={isBusy}
        leftSection={<IconFingerprint size={18} stroke={1.7} aria-hidden />}
        onClick={() => void use()}
      >
        {label}
      </Button>
      <div role="alert" className="factor-error">
        {error && <p>{error}</p>}
      </div>
    </div>
  );
}
