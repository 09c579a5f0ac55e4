import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { onStepUp } from '#lib/calls/step-up';
import { loadChunk } from '#lib/chunk';
import { i18n } from '#lib/i18n';

const StepUpDialog = lazy(() =>
  loadChunk('StepUpDialog', async () => {
    const [{ StepUpDialog: component }] = await Promise.all([
      import('./step-up-dialog'),
      i18n.loadNamespaces('second-factors'),
    ]);
    return { default: component };
  }),
);

type Question = { answer: (isProved: boolean) => void };

/** Asks for a proof of who holds the session whenever a call needs one, on any screen. */
export function StepUp() {
  const [question, setQuestion] = useState<Question>();
  const open = useRef<Question>(undefined);
  useEffect(() => {
    const close = (isProved: boolean) => {
      open.current?.answer(isProved);
      open.current = undefined;
      setQuestion(undefined);
    };
    const ask = () =>
      new Promise<boolean>((resolve) => {
        open.current = { answer: resolve };
        setQuestion({ answer: close });
      });
    // Before any dialog that asks beneath: Escape would close that one too, and lose what was typed.
    const cancelByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open.current) return;
      event.stopImmediatePropagation();
      close(false);
    };
    window.addEventListener('keydown', cancelByKey, true);
    const stop = onStepUp(ask);
    return () => {
      stop();
      window.removeEventListener('keydown', cancelByKey, true);
      open.current?.answer(false);
    };
  }, []);
  return <Suspense>{question && <StepUpDialog onEnd={question.answer} />}</Suspense>;
}
