import { drift, type Input } from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

export const useAcceptDrift = () =>
  useMutation({ mutationFn: (input: Input<typeof drift.accept>) => call(drift.accept, input) });
