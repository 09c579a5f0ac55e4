import { useEffect } from 'react';
import { useToast } from '#ui/toast';

/** Shows a toast for every failed attempt to read. */
export function useFailureToast(error: Error | null, text: string): void {
  const toast = useToast();
  useEffect(() => {
    if (error) toast.failure(text);
  }, [error, text, toast]);
}
