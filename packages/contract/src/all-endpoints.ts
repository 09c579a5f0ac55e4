import type { Endpoint } from './api/endpoint';
import { apiReference } from './api-reference';
import { audit } from './audit';
import { generator } from './generator/generator';
import { suggestions } from './generator/suggestion-calls';
import { access } from './key-plans/access/access';
import { draftEdits } from './key-plans/draft-edits';
import { enhancedKeyPlans } from './key-plans/enhanced-key-plans';
import { keyPlans } from './key-plans/key-plans';
import { lockingPlans } from './key-plans/locking-plans';
import { memory } from './key-plans/memory';
import { planFigures } from './key-plans/plan-figures';
import { planMatrix } from './key-plans/plan-matrix';
import { planVersions } from './key-plans/plan-versions';
import { planWizards } from './key-plans/plan-wizard';
import { accessRules } from './key-plans/rules/access-rule-calls';
import { profileSync } from './key-plans/rules/profile-sync';
import { roleMappings } from './key-plans/rules/role-mappings';
import { clientCertificates } from './key-systems/client-certificates';
import { cylinders } from './key-systems/cylinders';
import { drift } from './key-systems/drift';
import { keySystems } from './key-systems/key-systems';
import { keys } from './key-systems/keys';
import { locations } from './key-systems/locations';
import { sandbox } from './key-systems/sandbox';
import { keyDesk } from './keys/key-desk';
import { keyReceipts } from './keys/key-receipts';
import { overview } from './overview';
import { acting } from './people/acting';
import { adminRoles } from './people/admin-roles';
import { administrators } from './people/administrators';
import { apiTokenWarnings } from './people/api-token-warnings';
import { apiTokens } from './people/api-tokens';
import { auth } from './people/auth';
import { conflicts } from './people/conflicts';
import { iam } from './people/iam';
import { invitations } from './people/invitations';
import { mappings } from './people/mappings';
import { notifications } from './people/notifications';
import { ownViews } from './people/own-views';
import { people } from './people/people';
import { preferences } from './people/preferences';
import { profile } from './people/profile';
import { entraNotifications } from './people/providers/entra-id/notifications';
import { entraSetup } from './people/providers/entra-id/setup';
import { renames } from './people/renames';
import { secondFactors } from './people/second-factors';
import { serviceAccounts } from './people/service-accounts';
import { signIn } from './people/sign-in';
import { signInPolicy } from './people/sign-in-policy';
import { singleSignOn } from './people/single-sign-on';
import { sourceCredentials } from './people/source-credentials';
import { sourceEvents } from './people/source-events';
import { sourceHealth } from './people/source-health';
import { sourceWebhooks } from './people/source-webhooks';
import { stepUp } from './people/step-up';
import { changeSets } from './runs/change-sets';
import { liveUpdates } from './runs/live-updates';
import { sync } from './runs/sync';
import { timetables } from './runs/timetables';
import { webhooks } from './runs/webhooks';
import { workList } from './runs/work-list';

/** Every endpoint of the API, by group and name. */
export const allEndpoints: Record<string, Record<string, Endpoint>> = {
  auth,
  stepUp,
  singleSignOn,
  signIn,
  secondFactors,
  signInPolicy,
  acting,
  ownViews,
  administrators,
  adminRoles,
  invitations,
  overview,
  iam,
  conflicts,
  sourceEvents,
  sourceHealth,
  sourceCredentials,
  sourceWebhooks,
  entraNotifications,
  entraSetup,
  mappings,
  people,
  keySystems,
  clientCertificates,
  cylinders,
  keys,
  keyDesk,
  keyReceipts,
  locations,
  lockingPlans,
  workList,
  drift,
  keyPlans,
  draftEdits,
  planVersions,
  planMatrix,
  planFigures,
  planWizards,
  generator,
  suggestions,
  accessRules,
  roleMappings,
  profileSync,
  enhancedKeyPlans,
  access,
  memory,
  notifications,
  profile,
  preferences,
  webhooks,
  sync,
  liveUpdates,
  timetables,
  changeSets,
  renames,
  audit,
  apiTokens,
  apiTokenWarnings,
  serviceAccounts,
  apiReference,
  sandbox,
};
