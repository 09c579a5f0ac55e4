import type { AccessEvaluation } from '@key2xs/contract';

export type Grant = AccessEvaluation['grants'][number];

/** Grants whose marking, name, location or rule name contains `door`, ignoring case; `now` keeps those open now. */
export function filterGrants(grants: readonly Grant[], filter: { door?: string; now?: 'open' }): Grant[] {
  const wanted = (filter.door ?? '').trim().toLowerCase();
  const isWanted = ({ marking, name, location, reasons }: Grant) =>
    [marking, name, location, ...reasons.map((reason) => reason.rule_name)].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  return grants.filter((grant) => (!filter.now || grant.open_now) && (wanted === '' || isWanted(grant)));
}
