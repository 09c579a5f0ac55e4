import type { TestApp } from '#test/app';

/** What opens what: department or job title, and a group of doors of the sandbox by its external id. */
export const rules = [
  { field: 'department', value: 'Police', doors: 'G-01' },
  { field: 'department', value: 'Fire service', doors: 'G-02' },
  { field: 'jobTitle', value: 'Driver', doors: 'G-03' },
] as const;

/** A directory, the plan over it, and a key system that holds what follows from both. */
export type House = { app: TestApp; source: string; system: string };
