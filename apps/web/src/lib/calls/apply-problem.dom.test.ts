import { expect, it } from 'vitest';
import { ApiError } from './api-error';
import { applyProblem } from './apply-problem';

function aForm() {
  const errors: Record<string, string | undefined> = {};
  const setError = (path: string, { message }: { message?: string }) => {
    errors[path] = message;
  };
  return { errors, form: { getValues: () => ({ name: '', endpoint: { url: '' } }), setError } };
}

const refused = (errors: { path: string; message: string }[]) =>
  new ApiError({
    type: 'about:blank',
    title: 'No',
    status: 422,
    code: 'validation_failed',
    detail: 'Some fields are not valid.',
    request_id: 'r1',
    errors,
  });

it('puts messages onto the fields they name, and none onto the form', () => {
  const { errors, form } = aForm();
  applyProblem(
    refused([
      { path: 'name', message: 'Taken' },
      { path: 'endpoint.url', message: 'Not https' },
    ]),
    form,
  );
  expect(errors).toEqual({ name: 'Taken', 'endpoint.url': 'Not https' });
});

it('puts messages for unknown fields onto the form', () => {
  const { errors, form } = aForm();
  applyProblem(refused([{ path: 'domain', message: 'Unknown' }]), form);
  expect(errors).toEqual({ root: 'Unknown' });
});

it('puts any other failure onto the form', () => {
  const { errors, form } = aForm();
  applyProblem(new Error('The server cannot be reached.'), form);
  expect(errors).toEqual({ root: 'The server cannot be reached.' });
});
