import { actsOn } from '../../../sandbox-kit/control/act';
import type { Running } from '../running';

export const act = actsOn<Running>();
