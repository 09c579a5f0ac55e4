import type { AccessEvaluation } from '@key2xs/contract';

export type Grant = AccessEvaluation['grants'][number];

/** The doors that fit: by part of marking, name, location or of a rule's name, in any case, and open at the moment. */
export function filterGrants(grants: readonly Grant[], filter: { door?: string; now?: 'open' }): Grant[] {
  const wanted = (filter.door ?? '').trim().toLowerCase();
  const isWanted = ({ marking, name, location, reasons }: Grant) =>
    [marking, name, location, ...reasons.map((reason) => reason.rule_name)].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  return grants.filter((grant) => (!filter.now || grant.open_now) && (wanted === '' || isWanted(grant)));
}
