/** Refusals about destinations of the administration log. */
export const logForwarding = {
  tooMany: 'There are {{count, number}} destinations already, which is the most. Delete one first.',
  changed: 'Someone else changed this destination. Reload it.',
  authority: 'These certificates cannot be read.',
  fileTaken: 'Another destination writes this file. Choose another name.',
} as const;
