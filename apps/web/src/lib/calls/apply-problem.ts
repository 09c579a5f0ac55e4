import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { i18n } from '../i18n';
import { ApiError } from './api-error';

type Form<T extends FieldValues> = { getValues: () => T; setError: UseFormSetError<T> };

/** Puts the server's field errors onto those fields, and everything else onto the form (`errors.root`). */
export function applyProblem<T extends FieldValues>(error: unknown, form: Form<T>): void {
  const named = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  const fields = form.getValues();
  const isField = (path: string) => (path.split('.')[0] ?? '') in fields;
  for (const { path, message } of named.filter((one) => isField(one.path))) {
    form.setError(path as Path<T>, { type: 'server', message }); // checked to be one of the form's fields
  }
  const rest = named.filter((one) => !isField(one.path));
  if (named.length === 0 || rest.length > 0) {
    form.setError('root', { type: 'server', message: rest[0]?.message ?? messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : i18n.t('errors.unexpected');
}
