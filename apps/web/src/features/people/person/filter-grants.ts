import type { AccessEvaluation } from '@key2xs/contract';

export type Grant = AccessEvaluation['grants'][number];

type GrantFilter = { door?: string; now?: 'open'; recorded?: Grant['recorded'] };

/** Grants whose marking, name, location or rule name contains `door`, ignoring case; `now` keeps those open now. */
export function filterGrants(grants: readonly Grant[], filter: GrantFilter): Grant[] {
  const wanted = (filter.door ?? '').trim().toLowerCase();
  const isWanted = ({ marking, name, location, reasons }: Grant) =>
    [marking, name, location, ...reasons.map((reason) => reason.rule_name)].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  const isRecordedSo = ({ recorded }: Grant) => filter.recorded === undefined || recorded === filter.recorded;
  return grants.filter(
    (grant) => (!filter.now || grant.open_now) && isRecordedSo(grant) && (wanted === '' || isWanted(grant)),
  );
}
