import { spawnSync } from 'node:child_process';
import { renameSync } from 'node:fs';

/** What has to stay in order when the power goes. */
export const disk = {
  rename: renameSync,
  /** What was written before is on the disk before anything that follows. */
  flush: () => void spawnSync('sync'),
};
