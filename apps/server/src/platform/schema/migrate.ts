import * as firstSlice from '#migrations/0001-first-slice';
import * as keySystems from '#migrations/0002-key-systems';
import * as inventory from '#migrations/0003-inventory';
import * as taskLeases from '#migrations/0004-task-leases';
import * as idempotencyClaims from '#migrations/0005-idempotency-claims';
import * as signIn from '#migrations/0006-sign-in';
import * as signedEvents from '#migrations/0007-signed-audit-events';
import * as plainAddresses from '#migrations/0008-plain-addresses';
import * as adminFunctions from '#migrations/0009-admin-functions';
import * as recorded from '#migrations/0010-recorded';
import * as sentences from '#migrations/0011-sentences';
import * as storedSentences from '#migrations/0012-stored-sentences';
import * as kindsAsData from '#migrations/0013-kinds-as-data';
import * as locations from '#migrations/0014-locations';
import * as ownWords from '#migrations/0015-own-words';
import * as accessChanges from '#migrations/0016-access-changes';
import * as placeObjects from '#migrations/0017-place-objects';
import * as planVersions from '#migrations/0018-plan-versions';
import * as memory from '#migrations/0019-memory';
import * as recordedDrift from '#migrations/0020-recorded-drift';
import * as personGroups from '#migrations/0021-person-groups';
import * as personNames from '#migrations/0022-person-names';
import * as standingAndDoors from '#migrations/0023-standing-and-doors';
import * as sourceNames from '#migrations/0024-source-names';
import * as planWizards from '#migrations/0025-plan-wizards';
import * as calledSources from '#migrations/0026-called-sources';
import * as timetables from '#migrations/0027-timetables';
import * as renames from '#migrations/0028-renames';
import * as sourceHealth from '#migrations/0029-source-health';
import * as entraSetup from '#migrations/0030-entra-setup';
import * as simulatedMappings from '#migrations/0032-simulated-mappings';
import * as comparisonCollector from '#migrations/0033-unsettled-people';
import * as secondPerson from '#migrations/0034-second-person';
import * as descriptionsNoted from '#migrations/0035-descriptions-noted';
import * as passwordResets from '#migrations/0036-password-resets';
import * as firstImports from '#migrations/0043-first-imports';
import * as failedOn from '#migrations/0044-failed-on';
import * as keysRead from '#migrations/0045-keys-read';
import * as versionFigures from '#migrations/0047-version-figures';
import * as foreignRights from '#migrations/0049-foreign-rights';
import * as credentialWarningsSeen from '#migrations/0051-source-credential-warnings-seen';
import * as cancelledRuns from '#migrations/0054-cancelled-runs';
import * as timedWrites from '#migrations/0057-timed-writes';
import * as peopleNoted from '#migrations/0059-people-noted';
import * as protectionNoted from '#migrations/0061-protection-noted';
import * as toldByPage from '#migrations/0063-told-by-page';
import * as adminScope from '#migrations/0064-admin-scope';
import * as jobPieces from '#migrations/0065-job-pieces';
import * as jobs from '#migrations/0066-jobs';
import * as taskSubjects from '#migrations/0067-task-subjects';
import * as outbox from '#migrations/0068-outbox';
import * as notifications from '#migrations/0069-notifications';
import * as streamTickets from '#migrations/0070-stream-tickets';
import * as decisions from '#migrations/0074-decisions';
import * as draftEditors from '#migrations/0075-draft-editors';
import * as sourceHistory from '#migrations/0076-source-history';
import * as doors from '#migrations/0077-doors';
import * as readingProgress from '#migrations/0078-reading-progress';
import * as administrators from '#migrations/0079-administrators';
import * as invitations from '#migrations/0080-invitations';
import * as secondFactors from '#migrations/0081-second-factors';
import * as preferences from '#migrations/0082-preferences';
import * as singleSignOn from '#migrations/0083-single-sign-on';
import * as apiTokens from '#migrations/0084-api-tokens';
import * as webhooks from '#migrations/0085-webhooks';
import * as generator from '#migrations/0086-generator';
import * as adoptedRecords from '#migrations/0087-adopted-records';
import * as planQuality from '#migrations/0088-plan-quality';
import * as generatorResults from '#migrations/0089-generator-results';
import * as keyTimes from '#migrations/0093-key-times';
import * as keyCustody from '#migrations/0094-key-custody';
import * as effectiveAccess from '#migrations/0095-effective-access';
import * as keyTimesOrders from '#migrations/0096-key-times-orders';
import * as programmingOrders from '#migrations/0097-programming-orders';
import * as keyCases from '#migrations/0098-key-cases';
import * as foundSuggestions from '#migrations/0099-found-suggestions';
import * as keyCounts from '#migrations/0099-key-counts';
import * as keyRings from '#migrations/0099-key-rings';
import * as keyReminders from '#migrations/0100-key-reminders';
import * as keyExtensions from '#migrations/0101-key-extensions';
import * as receiptLinks from '#migrations/0101-receipt-links';
import * as standingOfKey from '#migrations/0102-standing-of-key';
import * as keyAccessOrders from '#migrations/0103-key-access-orders';
import * as workByHand from '#migrations/0103-work-by-hand';
import * as doorGroups from '#migrations/0104-door-groups';
import * as caseOwners from '#migrations/0105-case-owners';
import * as possessionChecks from '#migrations/0106-possession-checks';
import * as returnReminders from '#migrations/0110-return-reminders';
import * as restoredBackups from '#migrations/0114-restored-backups';
import * as floorPlans from '#migrations/0115-floor-plans';
import * as auditReading from '#migrations/0116-audit-reading';
import * as dailyMails from '#migrations/0117-daily-mails';
import * as cylinderSwaps from '#migrations/0118-cylinder-swaps';
import * as mailTexts from '#migrations/0119-mail-texts';
import * as auditTree from '#migrations/0120-audit-tree';
import * as keyRequests from '#migrations/0121-key-requests';
import * as moverCases from '#migrations/0122-mover-cases';
import * as requestRules from '#migrations/0123-request-rules';
import * as accessEventMonths from '#migrations/0124-access-event-months';
import * as accessEventLooks from '#migrations/0125-access-event-looks';
import * as requestNotices from '#migrations/0126-request-notices';
import * as requestLinks from '#migrations/0127-request-links';
import * as accessReviews from '#migrations/0128-access-reviews';
import * as logDestinations from '#migrations/0129-log-destinations';
import * as shorterGrants from '#migrations/0130-shorter-grants';
import * as reviewNotices from '#migrations/0138-review-notices';
import * as pastLayers from '#migrations/0139-past-layers';
import * as jobTakeovers from '#migrations/0140-job-takeovers';
import * as erasedPeople from '#migrations/0141-erased-people';
import * as formerAddresses from '#migrations/0142-former-addresses';
import * as retentionOfPeople from '#migrations/0143-retention-of-people';
import * as joinerCases from '#migrations/0144-joiner-cases';
import * as requestFiles from '#migrations/0145-request-files';
import * as escalatedPlaces from '#migrations/0146-escalated-places';
import * as keptReports from '#migrations/0150-kept-reports';
import * as joinerFirstDays from '#migrations/0156-joiner-first-days';
import * as repeatedPossessionChecks from '#migrations/0157-repeated-possession-checks';
import * as timeStamps from '#migrations/0160-time-stamps';
import type { Db } from '../deps';
import { type MigrateOptions, type Migrations, runMigrations } from './run-migrations';

/** In order. Never edit a released migration. */
const migrations: Migrations = {
  '0001-first-slice': firstSlice,
  '0002-key-systems': keySystems,
  '0003-inventory': inventory,
  '0004-task-leases': taskLeases,
  '0005-idempotency-claims': idempotencyClaims,
  '0006-sign-in': signIn,
  '0007-signed-audit-events': signedEvents,
  '0008-plain-addresses': plainAddresses,
  '0009-admin-functions': adminFunctions,
  '0010-recorded': recorded,
  '0011-sentences': sentences,
  '0012-stored-sentences': storedSentences,
  '0013-kinds-as-data': kindsAsData,
  '0014-locations': locations,
  '0015-own-words': ownWords,
  '0016-access-changes': accessChanges,
  '0017-place-objects': placeObjects,
  '0018-plan-versions': planVersions,
  '0019-memory': memory,
  '0020-recorded-drift': recordedDrift,
  '0021-person-groups': personGroups,
  '0022-person-names': personNames,
  '0023-standing-and-doors': standingAndDoors,
  '0024-source-names': sourceNames,
  '0025-plan-wizards': planWizards,
  '0026-called-sources': calledSources,
  '0027-timetables': timetables,
  '0028-renames': renames,
  '0029-source-health': sourceHealth,
  '0030-entra-setup': entraSetup,
  '0032-simulated-mappings': simulatedMappings,
  '0033-unsettled-people': comparisonCollector,
  '0034-second-person': secondPerson,
  '0035-descriptions-noted': descriptionsNoted,
  '0036-password-resets': passwordResets,
  '0043-first-imports': firstImports,
  '0044-failed-on': failedOn,
  '0045-keys-read': keysRead,
  '0047-version-figures': versionFigures,
  '0049-foreign-rights': foreignRights,
  '0051-source-credential-warnings-seen': credentialWarningsSeen,
  '0054-cancelled-runs': cancelledRuns,
  '0057-timed-writes': timedWrites,
  '0059-people-noted': peopleNoted,
  '0061-protection-noted': protectionNoted,
  '0063-told-by-page': toldByPage,
  '0064-admin-scope': adminScope,
  '0065-job-pieces': jobPieces,
  '0066-jobs': jobs,
  '0067-task-subjects': taskSubjects,
  '0068-outbox': outbox,
  '0069-notifications': notifications,
  '0070-stream-tickets': streamTickets,
  '0074-decisions': decisions,
  '0075-draft-editors': draftEditors,
  '0076-source-history': sourceHistory,
  '0077-doors': doors,
  '0078-reading-progress': readingProgress,
  '0079-administrators': administrators,
  '0080-invitations': invitations,
  '0081-second-factors': secondFactors,
  '0082-preferences': preferences,
  '0083-single-sign-on': singleSignOn,
  '0084-api-tokens': apiTokens,
  '0085-webhooks': webhooks,
  '0086-generator': generator,
  '0087-adopted-records': adoptedRecords,
  '0088-plan-quality': planQuality,
  '0089-generator-results': generatorResults,
  '0093-key-times': keyTimes,
  '0094-key-custody': keyCustody,
  '0095-effective-access': effectiveAccess,
  '0096-key-times-orders': keyTimesOrders,
  '0097-programming-orders': programmingOrders,
  '0098-key-cases': keyCases,
  '0099-found-suggestions': foundSuggestions,
  '0099-key-counts': keyCounts,
  '0099-key-rings': keyRings,
  '0100-key-reminders': keyReminders,
  '0101-key-extensions': keyExtensions,
  '0101-receipt-links': receiptLinks,
  '0102-standing-of-key': standingOfKey,
  '0103-key-access-orders': keyAccessOrders,
  '0103-work-by-hand': workByHand,
  '0104-door-groups': doorGroups,
  '0105-case-owners': caseOwners,
  '0106-possession-checks': possessionChecks,
  '0110-return-reminders': returnReminders,
  '0114-restored-backups': restoredBackups,
  '0115-floor-plans': floorPlans,
  '0116-audit-reading': auditReading,
  '0117-daily-mails': dailyMails,
  '0118-cylinder-swaps': cylinderSwaps,
  '0119-mail-texts': mailTexts,
  '0120-audit-tree': auditTree,
  '0121-key-requests': keyRequests,
  '0122-mover-cases': moverCases,
  '0123-request-rules': requestRules,
  '0124-access-event-months': accessEventMonths,
  '0125-access-event-looks': accessEventLooks,
  '0126-request-notices': requestNotices,
  '0127-request-links': requestLinks,
  '0128-access-reviews': accessReviews,
  '0129-log-destinations': logDestinations,
  '0130-shorter-grants': shorterGrants,
  '0138-review-notices': reviewNotices,
  '0139-past-layers': pastLayers,
  '0140-job-takeovers': jobTakeovers,
  '0141-erased-people': erasedPeople,
  '0142-former-addresses': formerAddresses,
  '0143-retention-of-people': retentionOfPeople,
  '0144-joiner-cases': joinerCases,
  '0145-request-files': requestFiles,
  '0146-escalated-places': escalatedPlaces,
  '0150-kept-reports': keptReports,
  '0156-joiner-first-days': joinerFirstDays,
  '0157-repeated-possession-checks': repeatedPossessionChecks,
  '0160-time-stamps': timeStamps,
};

/** In the order in which they run. */
export const migrationNames: readonly string[] = Object.keys(migrations).sort();

/**
 * Migrates the database to the latest schema, see `runMigrations`.
 * @param to an earlier migration's name, for tests of later ones
 */
export function migrate(db: Db, { to, ...options }: MigrateOptions & { to?: string } = {}): Promise<void> {
  const wanted = Object.entries(migrations).filter(([name]) => to === undefined || name <= to);
  return runMigrations(db, Object.fromEntries(wanted), options);
}
