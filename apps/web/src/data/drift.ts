import { drift } from '@key2xs/contract';
import { useCall } from './endpoint-calls';

export const useAcceptDrift = () => useCall(drift.accept);
