import { type ErrorCode, errorCatalogue } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error';
import { blockedBy, deleteFailure } from './blocking-records';

const anApiError = (code: ErrorCode, extra: object = {}) =>
  new ApiError({
    ...errorCatalogue[code],
    type: 'about:blank',
    code,
    detail: 'Two plans use it.',
    request_id: 'r',
    ...extra,
  });

describe('blockedBy', () => {
  it('reads the counts out of a refusal', () => {
    const refusal = anApiError('constraint_violation', {
      success: false,
      error: 'constraint_violation',
      related_records: { key_plans: 2 },
    });
    expect(blockedBy(refusal)).toEqual({ message: 'Two plans use it.', records: { key_plans: 2 }, constraint: '' });
  });

  it('reads a result that says it did not succeed', () => {
    const result = {
      success: false,
      error: 'constraint_violation',
      message: 'In use.',
      related_records: { key_plan: 1 },
    };
    expect(blockedBy(result)).toEqual({ message: 'In use.', records: { key_plan: 1 }, constraint: '' });
  });

  it('recognises a refusal without counts', () => {
    expect(blockedBy(anApiError('constraint_violation'))).toEqual({
      message: 'Two plans use it.',
      records: {},
      constraint: '',
    });
  });

  it('is undefined for a successful deletion and for other failures', () => {
    expect([blockedBy({ success: true }), blockedBy(anApiError('not_found')), blockedBy(new Error('no'))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('deleteFailure', () => {
  it('is the error, or the message of an unsuccessful result', () => {
    const error = anApiError('not_found');
    expect(deleteFailure(error)).toBe(error);
    expect(deleteFailure({ success: false, message: 'The database is busy.' })?.message).toBe('The database is busy.');
    expect(deleteFailure({ success: false, details: 'Try again.' })?.message).toBe('Try again.');
  });

  it('is undefined for a successful deletion', () => {
    expect(deleteFailure({ success: true, message: 'Gone.' })).toBeUndefined();
  });
});
