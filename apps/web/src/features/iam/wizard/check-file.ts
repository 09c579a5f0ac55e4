import { maxStaffListBytes } from '@key2xs/contract';

/** What is wrong with a file before it is sent; undefined when nothing can be seen from here. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): 'notCsv' | 'tooLarge' | undefined {
  if (!/\.(csv|txt)$/i.test(name)) return 'notCsv';
  return size > maxStaffListBytes ? 'tooLarge' : undefined;
}
