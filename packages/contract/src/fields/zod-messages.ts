import { z } from 'zod';
import { fieldError } from './field-error';
import * as words from './field-words';

type Issue = z.core.$ZodRawIssue;

const { text, number, wholeNumber, yesOrNo, list } = words;
const kinds = {
  string: { text },
  number: { number },
  int: { wholeNumber },
  boolean: { yesOrNo },
  array: { list },
} as const;

const { id, moment, urlFormat } = words;
const formats = { uuid: { id }, datetime: { moment }, url: { urlFormat } } as const;

const maxNames = 10;

/** Messages for problems that a schema does not word itself, because those of the library are for programmers. */
function errorOf(issue: Issue) {
  const { required, named, empty, misspelt, oneOf, unknown, invalid } = words;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return fieldError({ required });
      return fieldError(kinds[issue.expected as keyof typeof kinds] ?? { named }); // others are not there
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'too_small':
      return isEmpty(issue) ? fieldError({ empty }) : tooSmall(issue.origin, Number(issue.minimum));
    case 'invalid_format':
      return fieldError(formats[issue.format as keyof typeof formats] ?? { misspelt }); // others are not there
    case 'invalid_value':
      return issue.input === undefined ? fieldError({ required }) : fieldError({ oneOf }, namesOf(issue.values));
    case 'unrecognized_keys':
      return fieldError({ unknown }, namesOf(issue.keys.slice(0, maxNames)));
    default:
      return fieldError({ invalid });
  }
}

const namesOf = (names: readonly unknown[]) => ({ names: names.join(', ') });

const isEmpty = ({ origin, minimum }: { origin: string; minimum: unknown }) =>
  Number(minimum) === 1 && (origin === 'string' || origin === 'array');

const isList = (origin: string) => origin === 'array' || origin === 'set' || origin === 'map';

function tooBig(origin: string, most: number) {
  const { tooLong, tooManyEntries, atMost } = words;
  if (origin === 'string') return fieldError({ tooLong }, { most });
  return isList(origin) ? fieldError({ tooManyEntries }, { most }) : fieldError({ atMost }, { most });
}

function tooSmall(origin: string, least: number) {
  const { tooShort, tooFewEntries, atLeast } = words;
  if (origin === 'string') return fieldError({ tooShort }, { least });
  return isList(origin) ? fieldError({ tooFewEntries }, { least }) : fieldError({ atLeast }, { least });
}

// For every schema of the process, so that none can be forgotten.
z.config({ customError: (issue) => errorOf(issue)(issue) });
