import type { Endpoint } from './api/endpoint';
import { apiReference } from './api-reference';
import { audit } from './audit';
import { generator } from './generator/generator';
import { suggestions } from './generator/suggestion-calls';
import { installation } from './installation';
import { access } from './key-plans/access/access';
import { accessAsOf } from './key-plans/access/as-of';
import { accessReviews } from './key-plans/access-reviews';
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
import { accessEvents } from './key-systems/access-events';
import { clientCertificates } from './key-systems/client-certificates';
import { cylinderSwaps } from './key-systems/cylinder-swaps';
import { cylinders } from './key-systems/cylinders';
import { drift } from './key-systems/drift';
import { floorPlans } from './key-systems/floor-plans';
import { keySystems } from './key-systems/key-systems';
import { keys } from './key-systems/keys';
import { locations } from './key-systems/locations';
import { sandbox } from './key-systems/sandbox';
import { capacities } from './keys/capacity';
import { effectiveAccess } from './keys/effective-access';
import { keyCases } from './keys/key-cases';
import { keyCounts } from './keys/key-counts';
import { keyDesk } from './keys/key-desk';
import { keyExtensions } from './keys/key-extensions';
import { keyLabels } from './keys/key-labels';
import { keyReceipts } from './keys/key-receipts';
import { keyReminders } from './keys/key-reminders';
import { keyRings } from './keys/key-rings';
import { keyTimes } from './keys/key-times';
import { keyTimesSettings } from './keys/key-times-policy';
import { possessionChecks } from './keys/possession-checks';
import { programming } from './keys/programming';
import { overview } from './overview';
import { acting } from './people/acting';
import { adminRoles } from './people/admin-roles';
import { administrators } from './people/administrators';
import { mailTextSettings } from './people/mail-texts';
import { notifications } from './people/notifications';
import { ownViews } from './people/own-views';
import { people } from './people/people';
import { preferences } from './people/preferences';
import { privacy } from './people/privacy';
import { profile } from './people/profile';
import { entraNotifications } from './people/providers/entra-id/notifications';
import { entraSetup } from './people/providers/entra-id/setup';
import { apiTokenWarnings } from './people/sign-in/api-token-warnings';
import { apiTokens } from './people/sign-in/api-tokens';
import { auth } from './people/sign-in/auth';
import { invitations } from './people/sign-in/invitations';
import { secondFactors } from './people/sign-in/second-factors';
import { serviceAccounts } from './people/sign-in/service-accounts';
import { signIn } from './people/sign-in/sign-in';
import { signInPolicy } from './people/sign-in/sign-in-policy';
import { singleSignOn } from './people/sign-in/single-sign-on';
import { stepUp } from './people/sign-in/step-up';
import { conflicts } from './people/sources/conflicts';
import { iam } from './people/sources/iam';
import { mappings } from './people/sources/mappings';
import { renames } from './people/sources/renames';
import { sourceCredentials } from './people/sources/source-credentials';
import { sourceEvents } from './people/sources/source-events';
import { sourceHealth } from './people/sources/source-health';
import { sourceWebhooks } from './people/sources/source-webhooks';
import { keptReports } from './reports/kept-reports';
import { reportSchedules } from './reports/report-schedules';
import { reports } from './reports/reports';
import { keyRequestRules } from './requests/key-request-rules';
import { keyRequests } from './requests/key-requests';
import { keyRequestFiles } from './requests/request-files';
import { keyRequestLinks } from './requests/request-links';
import { changeSets } from './runs/change-sets';
import { liveUpdates } from './runs/live-updates';
import { logDestinations } from './runs/log-destinations';
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
  installation,
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
  privacy,
  keySystems,
  clientCertificates,
  cylinders,
  keys,
  keyCounts,
  possessionChecks,
  accessEvents,
  accessReviews,
  keyRequests,
  keyRequestFiles,
  keyRequestLinks,
  keyRequestRules,
  keyDesk,
  keyLabels,
  keyRings,
  keyReceipts,
  programming,
  keyTimes,
  keyTimesSettings,
  keyReminders,
  keyExtensions,
  effectiveAccess,
  keyCases,
  capacities,
  locations,
  floorPlans,
  cylinderSwaps,
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
  accessAsOf,
  memory,
  notifications,
  mailTextSettings,
  profile,
  preferences,
  webhooks,
  logDestinations,
  sync,
  liveUpdates,
  timetables,
  changeSets,
  renames,
  audit,
  reports,
  keptReports,
  reportSchedules,
  apiTokens,
  apiTokenWarnings,
  serviceAccounts,
  apiReference,
  sandbox,
};
