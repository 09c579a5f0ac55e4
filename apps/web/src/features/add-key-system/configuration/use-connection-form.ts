import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/calls/api-error';
import { applyProblem } from '#lib/calls/apply-problem';
import { fieldResolver } from '#lib/field-resolver';
import { type ConnectionInput, type ConnectionValues, connectionSchema } from './connection-schema';

/** One form for the whole wizard, so that going back loses nothing. `typed` before a reload counts as changes. */
export function useConnectionForm(typed: Partial<ConnectionInput> | undefined) {
  const { t } = useTranslation('add-key-system');
  const schema = useMemo(() => connectionSchema(t), [t]);
  const empty: ConnectionInput = {
    name: '',
    cliq_api_url: t('sampleUrl'),
    domain_name: '',
    description: '',
    client_certificate_bundle_pem_file: [],
    client_certificate_pass_phrase: '',
  };
  return useForm<ConnectionInput, unknown, ConnectionValues>({
    resolver: fieldResolver(schema),
    defaultValues: empty,
    ...(typed && { values: { ...empty, ...typed }, resetOptions: { keepDefaultValues: true } }),
  });
}

export type ConnectionForm = ReturnType<typeof useConnectionForm>;

/** Shows the server's field errors. If it asks for a pass phrase, the field stays visible. */
export function showRefusal(error: unknown, form: ConnectionForm): void {
  const { client_certificate_bundle_pem_file: files } = form.getValues();
  const names = error instanceof ApiError ? (error.problem.errors ?? []).map(({ path }) => path) : [];
  if (names.includes('client_certificate_pass_phrase')) {
    form.setValue(
      'client_certificate_bundle_pem_file',
      files.map(({ file }) => ({ file, isProtected: true })),
    );
  }
  applyProblem(error, form);
}
