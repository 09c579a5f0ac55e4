import { type Input, privacy } from '@key2xs/contract';
import { endpointQuery, useCall } from './calls/endpoint-calls';
import { useExport } from './calls/records';

export const privacySettingsQuery = endpointQuery(privacy.settings, ['settings'], {});
export const heldFieldsQuery = endpointQuery(privacy.fields, ['fields'], {});

export const useSavePrivacySettings = () =>
  useCall(privacy.save, (body: Input<typeof privacy.save>['body']) => ({ body }));
export const useRunRetention = () => useCall(privacy.runNow);
export const useExportFields = () => ({
  csv: useExport(privacy.fieldsCsv, 'held-fields.csv'),
  pdf: useExport(privacy.fieldsPdf, 'held-fields.pdf'),
});
