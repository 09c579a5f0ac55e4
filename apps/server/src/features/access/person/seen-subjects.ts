import type { RuleSubject } from '@key2xs/contract';
import type { AccessIndex } from '@key2xs/domain';
import type { Reader } from '#platform/visible-to';

/** Whether a subject of a rule may be shown: the reader's index has no people outside the reader's scope. */
export const seesSubject =
  ({ viewer: { scope } }: Pick<Reader, 'viewer'>, { people }: AccessIndex) =>
  ({ subject_type, subject_identifier }: RuleSubject): boolean =>
    subject_type !== 'user' || !scope?.departments || people.numberOf.has(subject_identifier);
