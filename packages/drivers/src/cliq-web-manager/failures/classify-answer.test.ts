import { describe, expect, it } from 'vitest';
import { classifyAnswer } from './classify-answer';

const refusal = (error: string) => JSON.stringify({ error, message: `about ${error}` });

describe('classifyAnswer', () => {
  it.each([
    [429, '', 'rate_limited', true],
    [408, '', 'timeout', true],
    [500, '', 'refused', true],
    [503, '<html>', 'refused', true],
    [501, '', 'not_supported', false],
    [404, refusal('unknown_service'), 'not_supported', false],
    [404, refusal('unknown_domain'), 'unknown_domain', false],
    [404, '<html>', 'bad_answer', false],
    [401, '', 'unauthorised', false],
    [403, '', 'unauthorised', false],
    [302, '', 'bad_answer', false],
    [422, refusal('quota'), 'refused_item', false],
    [400, 'The SSL certificate error', 'certificate_rejected', false],
  ])('names HTTP %i %s', (statusCode, body, kind, again) => {
    expect(classifyAnswer({ statusCode, headers: {}, text: body })).toMatchObject({ error: { kind }, again });
  });

  it('keeps the message of the key system as a sentence', () => {
    const { error } = classifyAnswer({ statusCode: 422, headers: {}, text: refusal('quota') });
    expect(error.message).toBe('The key system refused this record. about quota. Correct the record and try again.');
  });

  it.each([
    ['seconds', '120', 120],
    ['a date', 'Fri, 02 Jan 2026 10:00:30 GMT', 30],
    ['a date that has passed', 'Fri, 02 Jan 2026 09:00:00 GMT', 0],
    ['anything else', 'soon', undefined],
  ])('reads how long to wait from %s', (_, text, seconds) => {
    const headers = { 'retry-after': text, date: 'Fri, 02 Jan 2026 10:00:00 GMT' };
    expect(classifyAnswer({ statusCode: 429, headers, text: '' }).error.retry_after_seconds).toBe(seconds);
  });
});
