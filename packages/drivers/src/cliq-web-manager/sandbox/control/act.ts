import { actsOn } from '../../../sandbox-kit/control/act';
import type { Running } from '../serve';

export const act = actsOn<Running>();
