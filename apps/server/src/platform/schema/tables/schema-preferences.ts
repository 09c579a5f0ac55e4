import type { Preferences } from '@key2xs/contract';

export type PreferenceTables = {
  /** How screens look for an administrator; null: as the device has it. */
  preferences: { admin_id: string } & Preferences;
};
