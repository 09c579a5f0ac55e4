import { z } from 'zod';
import { fieldError } from './field-error';

type Issue = z.core.$ZodRawIssue;

const kinds: { [expected: string]: 'text' | 'number' | 'wholeNumber' | 'yesOrNo' | 'list' } = {
  string: 'text',
  number: 'number',
  int: 'wholeNumber',
  boolean: 'yesOrNo',
  array: 'list',
};

const formats: { [format: string]: 'id' | 'moment' | 'urlFormat' } = {
  uuid: 'id',
  datetime: 'moment',
  url: 'urlFormat',
};

const atMost = { text: 'tooLong', entries: 'tooManyEntries', number: 'atMost' } as const;
const atLeast = { text: 'tooShort', entries: 'tooFewEntries', number: 'atLeast' } as const;

const maxNames = 10;

/** What is wrong with input where its schema says nothing itself: the library's own words are for programmers. */
function errorOf(issue: Issue) {
  switch (issue.code) {
    case 'invalid_type':
      return fieldError(issue.input === undefined ? 'required' : (kinds[issue.expected] ?? 'named'));
    case 'too_big':
      return fieldError(atMost[measured(issue.origin)], { most: Number(issue.maximum) });
    case 'too_small':
      if (isEmpty(issue)) return fieldError('empty');
      return fieldError(atLeast[measured(issue.origin)], { least: Number(issue.minimum) });
    case 'invalid_format':
      return fieldError(formats[issue.format] ?? 'misspelt');
    case 'invalid_value':
      return issue.input === undefined
        ? fieldError('required')
        : fieldError('oneOf', { names: issue.values.join(', ') });
    case 'unrecognized_keys':
      return fieldError('unknown', { names: issue.keys.slice(0, maxNames).join(', ') });
    default:
      return fieldError('invalid');
  }
}

const isEmpty = ({ origin, minimum }: { origin: string; minimum: unknown }) =>
  Number(minimum) === 1 && (origin === 'string' || origin === 'array');

function measured(origin: string): keyof typeof atMost {
  if (origin === 'string') return 'text';
  return ['array', 'set', 'map'].includes(origin) ? 'entries' : 'number';
}

// For every schema of the process, so that none can be forgotten.
z.config({ customError: (issue) => errorOf(issue)(issue) });
