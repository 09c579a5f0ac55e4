import { SubjectType } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { z } from 'zod';

export const PickedSubject = z.object({
  subject_type: SubjectType,
  subject_identifier: z.string(),
  name: z.string(),
});
/** People a rule is for, with their display name. */
export type PickedSubject = z.infer<typeof PickedSubject>;

/** Equal for spellings of a department or job title that a rule treats as equal. */
export function subjectKey({ subject_type, subject_identifier }: Omit<PickedSubject, 'name'>): string {
  const isText = subject_type === 'department' || subject_type === 'job_title';
  return `${subject_type} ${isText ? foldText(subject_identifier) : subject_identifier}`;
}
