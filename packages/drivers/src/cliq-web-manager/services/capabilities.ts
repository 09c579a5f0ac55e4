import { type Sentence, say } from '@key2xs/texts';
import { DriverError } from '../../driver-error';
import { type Capability, capabilities } from '../../key-system-driver';

/** Capabilities of the vendor's query service alone. */
export const queryCapabilities: Capability[] = ['read_persons', 'read_keys', 'read_access_events'];

/** The known capabilities in a service's answer, in our order. */
export const knownCapabilities = (named: readonly string[]): Capability[] =>
  capabilities.filter((capability) => named.includes(capability));

/** Describes in one or two sentences what a connection can and cannot do. */
export function describeCapabilities(offered: readonly Capability[]): Sentence {
  const missing = capabilities.filter((capability) => !offered.includes(capability));
  if (missing.length === 0) return say('ability.all');
  const can = offered.length > 0 ? say('ability.can', { abilities: named(offered) }) : say('ability.nothing');
  return say('several', { sentences: [can, say('ability.cannot', { abilities: named(missing) })] });
}

const verbs = ['read', 'tell', 'write'] as const;

const verbOf = (capability: Capability) =>
  capability === 'read_person_references' ? 'tell' : capability.startsWith('write_') ? 'write' : 'read';

/** One phrase per verb. */
const named = (which: readonly Capability[]): Sentence[] =>
  verbs.flatMap((verb) => {
    const records = which.filter((capability) => verbOf(capability) === verb);
    return records.length > 0
      ? [say(`ability.${verb}`, { records: records.map((each) => say(`ability.of.${each}`)) })]
      : [];
  });

/** @throws DriverError not_supported */
export function requireCapability(offered: readonly Capability[], needed: Capability): void {
  if (offered.includes(needed)) return;
  throw new DriverError('not_supported', { detail: say('circumstance.cannot', { abilities: named([needed]) }) });
}
