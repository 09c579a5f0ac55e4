import type { AccessCheck } from '@key2xs/contract';
import { explainAccess, hasDoor } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { type Reader, sees } from '#platform/visible-to';
import { describePastReasons, describeReasons } from './person/describe-reasons';
import { describeRefusal, refuse } from './person/refusal';
import { refuseUnknown } from './refuse-unknown';

export { withSnapshot } from '#platform/database/with-snapshot';
export { describeGivers, type GivenRight } from './as-of/given-by';
export { readRightsThen } from './as-of/rights-then';
export {
  type ChangedSince,
  type ChangeKind,
  currentSnapshot,
  hasChangedSince,
  listChanges,
} from './live/access-changes';
export {
  loadCylinders,
  loadDrafts,
  loadFactsFor,
  loadLocations,
  loadPeople,
  loadPlans,
  loadProfiles,
  loadRules,
} from './live/load-facts';
export { evaluateUserAccess } from './person/evaluate-person';

type Pair = { person_id: string; cylinder_id: string; at?: string | undefined; explain_refusal?: boolean | undefined };

/**
 * Whether a person may open a cylinder, and because of what, or why not where asked for: the desired layer.
 * @throws AppError not_found, past_not_kept
 */
export async function checkAccess(
  { access }: Deps,
  reader: Reader,
  { person_id, cylinder_id, at, explain_refusal }: Pair,
): Promise<AccessCheck> {
  if (!sees(reader.viewer, 'access')) throw notFound('person');
  const { index, revision, ...moment } = await access.at(at, reader);
  const person = index.people.numberOf.get(person_id);
  const cylinder = index.doors.numberOf.get(cylinder_id);
  const isDoor = cylinder !== undefined && hasDoor(index, cylinder_id);
  const reasons =
    person === undefined || !isDoor ? [] : explainAccess(index, { person, cylinder, epochMs: Date.parse(moment.at) });
  const isRefusalAsked = explain_refusal === true && reasons.length === 0;
  const refused = isRefusalAsked ? refuse(reader, index, { person, cylinder: isDoor ? cylinder : undefined }) : null;
  if (person === undefined) await refuseUnknown(reader, moment, 'person', person_id);
  if (!isDoor) await refuseUnknown(reader, moment, 'cylinder', cylinder_id);
  const asked = { reader, descriptions: access.descriptions, person_id, cylinder_id };
  const describe =
    moment.as_of === 'now'
      ? await describeReasons(access.descriptions, reasons)
      : await describePastReasons(reader, moment, reasons);
  return {
    person_id,
    cylinder_id,
    layer: 'desired',
    at: moment.at,
    as_of: moment.as_of,
    may_open: reasons.length > 0,
    open_now: reasons.some((reason) => reason.open_now),
    revision,
    reasons: reasons.map(describe),
    refusal: refused && (await describeRefusal(refused, { ...asked, moment })),
  };
}
