import type { ReviewDecision } from '@key2xs/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDecide } from '#data/plans/access-reviews';
import { useToast } from '#ui/toast';

export type Deciding = {
  items: readonly string[];
  decision: ReviewDecision;
  reason?: string;
  again?: boolean;
  saw: 'row' | 'details';
};

const daySeconds = 86_400;

/** Sends decisions with the seconds since the one before, or since the review or a right was opened. */
export function useDeciding(reviewId: string) {
  const { t } = useTranslation('access-reviews');
  const toast = useToast();
  const decide = useDecide();
  const began = useRef(performance.now());
  const begin = () => {
    began.current = performance.now();
  };
  const send = ({ items, ...rest }: Deciding, onDone?: () => void) => {
    const seconds = Math.min(daySeconds, Math.round((performance.now() - began.current) / 1_000));
    begin();
    decide.mutateAsync({ id: reviewId, items: [...items], seconds, ...rest }).then(
      ({ decided }) => {
        if (rest.decision === 'keep') toast.success(t('kept', { count: decided }));
        else toast.success(t(rest.decision === 'remove' ? 'removed' : 'changed'));
        onDone?.();
      },
      // Where a reason is given, the dialog shows the error.
      ({ message }: Error) => !rest.reason && toast.failure(message),
    );
  };
  return { send, begin, error: decide.error, isPending: decide.isPending, reset: decide.reset };
}

export type Decider = ReturnType<typeof useDeciding>;
