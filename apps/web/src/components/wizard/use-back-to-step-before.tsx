import { useBlocker } from '@tanstack/react-router';

/** The browser's Back goes to the step before instead of leaving the wizard. False where there is none. */
export function useBackToStepBefore(goBack: (() => void) | false): void {
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || !goBack) return false;
      goBack();
      return true;
    },
    enableBeforeUnload: false,
  });
}
