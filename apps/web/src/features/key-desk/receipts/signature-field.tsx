import type { Signature } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import SignaturePad from 'signature_pad';

type Props = { label: string; onChange: (signature: Signature | undefined) => void; error?: string | undefined };

/** A pad to sign on. Its strokes are kept as vectors, so that turning or resizing the screen loses none. */
export function SignatureField({ label, onChange, error }: Props) {
  const { t } = useTranslation('key-desk');
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const signing = new SignaturePad(element, { penColor: '#1a2a6c' });
    pad.current = signing;
    const fit = () => {
      const strokes = signing.toData();
      const scale = window.devicePixelRatio;
      element.width = element.offsetWidth * scale;
      element.height = element.offsetHeight * scale;
      element.getContext('2d')?.scale(scale, scale);
      signing.fromData(strokes);
    };
    const tell = () => changed.current(strokesOf(signing, element));
    fit();
    signing.addEventListener('endStroke', tell);
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    return () => {
      watch.disconnect();
      signing.off();
    };
  }, []);
  const clear = () => {
    pad.current?.clear();
    onChange(undefined);
  };
  return (
    <div>
      <p aria-hidden>{label}</p>
      <canvas ref={canvas} className="signature-pad" aria-label={label} role="img" />
      {error && (
        <p role="alert" style={{ color: 'var(--red)' }}>
          {error}
        </p>
      )}
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        {t('receipt.clear')}
      </Button>
    </div>
  );
}

function strokesOf(pad: SignaturePad, { offsetWidth, offsetHeight }: HTMLCanvasElement): Signature | undefined {
  const round = (value: number) => Math.round(value * 10) / 10;
  const strokes = pad.toData().map(({ points }) => points.flatMap(({ x, y }) => [round(x), round(y)]));
  return strokes.length > 0 ? { width: offsetWidth, height: offsetHeight, strokes } : undefined;
}
