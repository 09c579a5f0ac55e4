export { type Acceptance, acceptRecorded } from './accept-recorded';
export type { CarriedValue } from './carry-over/carry-edits';
export { type CarriedPlan, carryOver } from './carry-over/carry-over';
export { listRulesNamingValues } from './carry-over/plans-to-carry';
export { type CarryOverOfPlan, previewCarryOver } from './carry-over/preview-carry-over';
export { pendingRecords } from './content/differences';
export { planActivated } from './content/events';
export { findRule, listRulesInForce } from './content/find-rule';
export { holdContent } from './content/hold-content';
export { saveFigures } from './content/keep-versions';
export { compareContents, loadSide, loadSides, type PlanContent } from './content/sides';
export { withoutEqual } from './content/without-equal';
export { applyWith } from './draft/apply-edits';
export { freeName, nameKey } from './draft/free-name';
export { writeDraft } from './draft/write-draft';
export { comparePlan, indexDraft } from './effect/compare';
export type { Sides } from './effect/comparison';
export { departmentLines, describePlace } from './effect/describe-crossing';
export { describeEffect } from './effect/describe-effect';
export { countKeysOf, listDepartments, listPlaces, type NamedPlace } from './effect/effect-queries';
export { indexSides, loadContents, patchIndex, switchPlan } from './effect/index-sides';
export { hidingParts } from './parts/hide-parts';
export { type NamedObject, nameObjects } from './parts/name-objects';
export { listProfiles } from './parts/profile-queries';
export { haveOtherDoors, reachBeyond } from './parts/reach-beyond';
export { countDoorsOf } from './parts/rule-doors';
export { ruleTypeOf } from './parts/rule-parts';
export {
  listMissingObjects,
  listMissingSubjects,
  listRules,
  listRuleVersions,
  type RuleRow,
} from './parts/rule-queries';
export { isShownSubject } from './parts/shown-parts';
export { moveRulesOfPlace } from './rules/save-rule';
export {
  getKeyPlan,
  getPlanOfProfile,
  holdPlan,
  listPlanStates,
  refuseUnknownSource,
  refuseUnlinked,
  refuseUnlinkedKeySystem,
} from './settings/get-plan';
export { replaceLinks } from './settings/insert-links';
export { addKeyPlan, deleteKeyPlan, refuseTakenPlanName } from './settings/manage-plan';
export { type KeyPlanRow, type Link, plansState, touchKeyPlan } from './settings/plan-queries';
export { presentKeyPlan } from './settings/present-plan';
