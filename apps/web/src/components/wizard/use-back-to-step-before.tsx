import { useBlocker } from '@tanstack/react-router';

/** The browser's Back goes to the previous step instead of leaving the wizard. `goBack` returns false without one. */
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
