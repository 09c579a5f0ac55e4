import { drift } from '@key2xs/contract';
import { useCall } from '../calls/endpoint-calls';

export const useAcceptDrift = () => useCall(drift.accept);
