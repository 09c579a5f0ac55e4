import type { TestApp } from '#test/app';

/** The rules: department or job title → external id of a group of doors in the sandbox. */
export const rules = [
  { field: 'department', value: 'Police', doors: 'G-01' },
  { field: 'department', value: 'Fire service', doors: 'G-02' },
  { field: 'jobTitle', value: 'Driver', doors: 'G-03' },
] as const;

/** A directory, its plan, and the resulting key system. */
export type House = { app: TestApp; source: string; system: string };
