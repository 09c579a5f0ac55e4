import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { i18n } from '../i18n';
import { ApiError } from './api-error';

type Form<T extends FieldValues> = { getValues: () => T; setError: UseFormSetError<T> };

/**
 * Puts the server's field errors onto those fields, focusing the first, and everything else onto the form
 * (`errors.root`). `within`: where in the request the form's fields are, `edits.0.rule.`
 */
export function applyProblem<T extends FieldValues>(error: unknown, form: Form<T>, within = ''): void {
  const sent = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const named = sent.map((one) =>
    one.path.startsWith(within) ? { ...one, path: one.path.slice(within.length) } : one,
  );
  const fields = form.getValues();
  const isField = (path: string) => (path.split('.')[0] ?? '') in fields;
  for (const [index, { path, message }] of named.filter((one) => isField(one.path)).entries()) {
    // Checked to be one of the form's fields.
    form.setError(path as Path<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  const rest = named.filter((one) => !isField(one.path));
  if (named.length === 0 || rest.length > 0) {
    form.setError('root', { type: 'server', message: rest[0]?.message ?? messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : i18n.t('errors.unexpected');
}
