import { accessWork } from './features/key-access/access-work';
import { holderWork } from './features/key-desk/holder-work';
import { timesWork } from './features/key-times/times-work';
import { jobWork } from './features/programming/job-work';
import type { HandSource } from './features/work-list/service';

/** Features whose wishes become entries of the work list where a connection cannot write them. They know it; it does not know them. */
export const handSources: readonly HandSource[] = [holderWork, timesWork, accessWork, jobWork];
