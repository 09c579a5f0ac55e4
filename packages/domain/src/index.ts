export { cylindersOf, rulesOfPerson } from './access/answers/ask-access';
export { columnsByPlace, crossAccess, type PlaceColumn } from './access/answers/cross-access';
export {
  type AccessGrant,
  evaluateAccess,
  explainAccess,
  type GrantReason,
  type PathStep,
} from './access/answers/explain-access';
export { explainRefusal, isOutOfAccess, type Miss, unmatchedSubjects } from './access/answers/explain-refusal';
export { type DoorReason, type PeopleOfDoors, peopleOfDoors, peopleOfRows } from './access/answers/people-of-doors';
export { peopleOfSubjects } from './access/answers/people-of-subjects';
export { orderPeople, type PeopleOrder, pageOfPeople } from './access/answers/people-order';
export { checkPlan } from './access/check/check-plan';
export { isOverBroad } from './access/check/over-broad-rules';
export type { PlanFinding } from './access/check/plan-finding';
export type { PlanToCheck } from './access/check/plan-to-check';
export { reachedElsewhere } from './access/check/reached-elsewhere';
export type { PlannedEdit } from './access/edit/planned-edit';
export { proposeEdits } from './access/edit/propose-edits';
export { type RuleInWeek, rulesInWeek, type StepOfWeek, stepsOfWeek } from './access/hours/rules-in-week';
export { isValidAt } from './access/hours/weekly-hours';
export { notEnded, withinDates } from './access/hours/within-dates';
export * from './access/indexing/access-facts';
export {
  type AccessIndex,
  dropRule,
  grantingRules,
  type IndexedRule,
  indexAccess,
  indexing,
  putRule,
} from './access/indexing/access-index';
export { type Bits, countBits, hasBit, listBits } from './access/indexing/bits';
export { copyAccess } from './access/indexing/copy-access';
export { doorsOf, objectKey, placesAbove, placesBelow } from './access/indexing/doors';
export { type PersonFacts, subjectKey } from './access/indexing/match-subjects';
export * from './access/indexing/patch-access';
export { peopleInRow, peopleInRows } from './access/indexing/people';
export { hasDoor, restrictAccess } from './access/indexing/restrict-access';
export { accessMatrix, accessWindow, countAccess } from './access/matrix/access-matrix';
export { doorsOfMatrix, type MatrixFactors, matrixFactors } from './access/matrix/matrix-factors';
export type { RecordedGrant } from './access/matrix/matrix-grants';
export { type AccessDelta, addToDelta, emptyDelta } from './access/totals/access-delta';
export { type AccessTally, sumOf, tallying, updateTally } from './access/totals/access-tally';
export { type AccessChange, compareAccess } from './access/totals/compare-access';
export { measureEffect, type PlanDelta } from './access/totals/plan-delta';
export {
  coverDraft,
  coverPlans,
  crowdsOfPlan,
  peopleByHour,
  reachOfRules,
  sumCrowds,
} from './access/totals/plan-reach';
export { type AccessSum, summing } from './access/totals/sum-access';
export {
  nameOfRow,
  objectsOf,
  type ProposedPlan,
  planOfChoices,
} from './access/wizard/plan-of-choices';
export { accountStatus } from './administration/account-status';
export {
  checkDeputy,
  checkGrant,
  checkRoleEdit,
  type DeputyProblem,
  type Granter,
  isDeputyRole,
} from './administration/grant-rules';
export { isWithin, type PlaceAbove, type Rights } from './administration/rights';
export { checkSeparation } from './administration/separation';
export { hasLastingSuperAdmin } from './administration/super-admins';
export { narrowRights } from './administration/token-rights';
export * from './check-guard';
export { groupsKey, listGroups, writeGroups } from './directory/group-names';
export * from './directory/map-staff-row';
export { personStateOn } from './directory/person-state';
export * from './directory/plan-directory';
export { findRenames, type Rename } from './directory/renames/find-renames';
export { choicesOf } from './directory/renames/rename-choices';
export type { FieldMoves, RenamedField, ValueCount, ValueFlow } from './directory/renames/value-moves';
export * from './directory/suggest-mapping';
export * from './fold-text';
export * from './key-systems/adoption/leave-as-adopted';
export * from './key-systems/adoption/plan-adoption';
export type { UnreferencedPerson } from './key-systems/adoption/same-person';
export type { KnownDoors } from './key-systems/compare-profiles';
export * from './key-systems/desired-key-system';
export * from './key-systems/drift';
export * from './key-systems/hand-work';
export * from './key-systems/is-work-done';
export {
  type KeySystemGap,
  measuringGap,
  putPersonSides,
} from './key-systems/key-system-gap';
export * from './key-systems/key-system-state';
export * from './key-systems/link-by-name';
export { type DoorChange, type KeySystemDelta, measureKeySystem } from './key-systems/measure-key-system';
export { referenceStart } from './key-systems/merged-reference';
export { minutesPerEntry } from './key-systems/minutes-per-entry';
export * from './key-systems/plan-key-system';
export * from './key-systems/widens-profile';
export {
  type CylinderContent,
  type CylinderJob,
  isAccepted,
  isBlocked,
  nextCylinderContent,
} from './keys/effective/cylinder-content';
export * from './keys/effective/effective-right';
export * from './keys/effective/held-then';
export {
  type KeyContent,
  type KeyLimits,
  type Look,
  nextKeyContent,
  type RecordedForKey,
} from './keys/effective/key-content';
export { isSignature } from './keys/is-signature';
export { nextCaseStep, refuseOutcome } from './keys/key-case';
export { holderOf, type KeyEvent, type KeyRefusal, type KeyState, nextKeyState } from './keys/key-state';
export * from './keys/key-times';
export { ringState } from './keys/ring-state';
export { scannable } from './keys/scannable';
export { foldMarking, splitScan } from './keys/split-scan';
export * from './keys/zoned-day';
export { chooseType, rankOf } from './locations/choose-type';
export { compareText } from './locations/compare-text';
export * from './locations/propose-locations';
export * from './locations/read-location-text';
export * from './locations/review-tree';
export * from './mining/access-relation';
export * from './mining/draft/draft-effect';
export * from './mining/draft/draft-grants';
export { mineExact } from './mining/exact/mine-exact';
export { type MinedPlanFile, minedPlanFile } from './mining/file/mined-plan-file';
export * from './mining/file/plain-rights';
export { hoursOfBlock } from './mining/hours/hours-of-block';
export * from './mining/hours/right-hours';
export { ScheduleTable } from './mining/hours/schedule-table';
export * from './mining/plan/edits/edit-suggestions';
export * from './mining/plan/findings/drifting-profiles';
export * from './mining/plan/grants-of';
export type { HeldProfile } from './mining/plan/held-profile';
export { matchProfiles } from './mining/plan/match-profiles';
export { minePlan } from './mining/plan/mine-plan';
export * from './mining/plan/mined-plan';
export * from './mining/plan/mining-input';
export * from './mining/plan/nothing-reason';
export { choiceId, chooseAmong, type MinedChoice, planChoices } from './mining/plan/plan-choices';
export { planOf, planOfAll } from './mining/plan/plan-of';
export * from './mining/plan/suggestion-place';
export { type Newcomers, newDoors, newPeople } from './mining/quality/newcomers';
export { planQuality } from './mining/quality/plan-quality';
export {
  isQuiet,
  type NoticePlan,
  type NoticeTimes,
  type NoticeUrgency,
  nextDaily,
  planNotice,
} from './notices/plan-notice';
export { capacityOf, capacitySteps, defaultJobsPerKey } from './programming/capacity';
export { spreadJobs } from './programming/spread-jobs';
export * from './reports/next-report-run';
export * from './requests/decide-request';
export * from './requests/request-rules';
export {
  endsInKey,
  isDone,
  nextRequestState,
  type RequestEvent,
  type RequestState,
} from './requests/request-state';
export {
  type ReviewRefusal,
  refuseCompletion,
  refuseReviewDecision,
  removalState,
} from './reviews/access-review';
export { runToEnd } from './run-to-end';
export * from './sign-in/sign-in-state';
export { listRuns, longestPause, nextRun } from './timetables/run-times';
export * from './timetables/timetable-status';
