import { maxStaffListBytes } from '@key2xs/contract';

/** Problems visible before upload; undefined when there are none. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): 'notCsv' | 'tooLarge' | undefined {
  if (!/\.(csv|txt)$/i.test(name)) return 'notCsv';
  return size > maxStaffListBytes ? 'tooLarge' : undefined;
}
