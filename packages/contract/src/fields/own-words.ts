import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const kinds: { [expected: string]: string } = {
  string: 'A text is expected.',
  number: 'A number is expected.',
  int: 'A whole number is expected.',
  boolean: 'true or false is expected.',
  array: 'A list is expected.',
};

const formats: { [format: string]: string } = {
  uuid: 'This is not an id.',
  datetime: 'A moment in UTC is expected, as 2026-03-01T08:00:00Z.',
  url: 'Invalid URL format.',
};

const namedAtMost = 10;

const shown = (value: unknown): string => Number(value).toLocaleString('en');

/** What is said of input where its schema says nothing itself: the library's own words are for programmers. */
function ownWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is required.';
      return kinds[issue.expected] ?? 'Several named values are expected.';
    case 'too_big':
      return `At most ${shown(issue.maximum)}${unitOf(issue.origin)}, please.`;
    case 'too_small':
      if (isEmpty(issue)) return 'This must not be empty.';
      return `At least ${shown(issue.minimum)}${unitOf(issue.origin)}, please.`;
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not written as it should be.';
    case 'invalid_value':
      return issue.input === undefined ? 'This is required.' : `One of these is expected: ${issue.values.join(', ')}`;
    case 'unrecognized_keys':
      return `Not known here: ${issue.keys.slice(0, namedAtMost).join(', ')}`;
    default:
      return 'This is not as it should be.';
  }
}

const isEmpty = ({ origin, minimum }: { origin: string; minimum: unknown }) =>
  Number(minimum) === 1 && (origin === 'string' || origin === 'array');

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' || origin === 'set' || origin === 'map' ? ' entries' : '';
}

// For every schema of the process, so that none can be forgotten.
z.config({ customError: ownWords });
