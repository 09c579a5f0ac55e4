import forge from 'node-forge';
import { bytesOf, childrenOf, type DerElement, oidOf } from './certificate-der';
import { refusals } from './certificate-refusal';

/** More than any known program writes (Firefox: 600,000). */
const mostRounds = 1_000_000;
const scrypt = '1.3.6.1.4.1.11591.4.11';

/** @throws CertificateRefusal when deriving a key with so many would take too long */
export function limitRounds(rounds: number): void {
  if (rounds > mostRounds) throw refusals.tooManyRounds(rounds);
}

/**
 * Looks at how a key is protected, before Node computes what that asks for: the largest number in it, of scrypt the product
 * of N, r and p (OpenSSL writes 131,072).
 * @throws CertificateRefusal
 */
export function checkRounds(protection: DerElement): void {
  const elements = flatten(protection);
  const ofType = (type: forge.asn1.Type) => elements.filter((element) => element.type === type);
  const numbers = ofType(forge.asn1.Type.INTEGER).map(numberOf);
  const isScrypt = ofType(forge.asn1.Type.OID).some((element) => oidOf(element) === scrypt);
  limitRounds(isScrypt ? numbers.slice(0, 3).reduce((all, factor) => all * factor, 1) : Math.max(0, ...numbers));
}

const flatten = (element: DerElement): DerElement[] => [element, ...childrenOf(element).flatMap(flatten)];

/** Not exact when it is very large, as which a negative one counts too. */
export const numberOf = (element: DerElement): number => Number(`0x0${bytesOf(element).toString('hex')}`);
