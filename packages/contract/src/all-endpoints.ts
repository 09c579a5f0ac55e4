import { access } from './access';
import { administrators } from './administrators';
import { audit } from './audit';
import { auth } from './auth';
import { changeSets } from './change-sets';
import { clientCertificates } from './client-certificates';
import { cylinders } from './cylinders';
import type { Endpoint } from './endpoint';
import { enhancedKeyPlans } from './enhanced-key-plans';
import { iam } from './iam';
import { keyPlans } from './key-plans';
import { keySystems } from './key-systems';
import { keys } from './keys';
import { lockingPlans } from './locking-plans';
import { overview } from './overview';
import { people } from './people';
import { sandbox } from './sandbox';
import { sync } from './sync';
import { workList } from './work-list';

/** Every endpoint of the API by group and name: what the server must mount and openapi.json prints. */
export const allEndpoints: Record<string, Record<string, Endpoint>> = {
  auth,
  administrators,
  overview,
  iam,
  people,
  keySystems,
  clientCertificates,
  cylinders,
  keys,
  lockingPlans,
  workList,
  keyPlans,
  enhancedKeyPlans,
  access,
  sync,
  changeSets,
  audit,
  sandbox,
};
