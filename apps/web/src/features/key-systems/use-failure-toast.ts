import { useEffect } from 'react';
import { useToast } from '#ui/toast';

/** Says for every attempt to read that failed what could not be read. */
export function useFailureToast(error: Error | null, text: string): void {
  const toast = useToast();
  useEffect(() => {
    if (error) toast.failure(text);
  }, [error, text, toast]);
}
