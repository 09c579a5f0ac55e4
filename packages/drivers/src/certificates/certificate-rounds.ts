import forge from 'node-forge';
import { bytesOf, childrenOf, type DerElement, oidOf } from './certificate-der';
import { refusals } from './certificate-refusal';

/** More than any known program uses (Firefox: 600,000). */
const maxRounds = 1_000_000;
const scrypt = '1.3.6.1.4.1.11591.4.11';

/** @throws CertificateRefusal if deriving a key would take too long */
export function limitRounds(rounds: number): void {
  if (rounds > maxRounds) throw refusals.tooManyRounds(rounds);
}

/**
 * Checks the encryption parameters of a key before Node derives from them: the largest number among them, for scrypt the
 * product of N, r and p (OpenSSL uses 131,072).
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

/** Inexact for very large numbers; a negative one becomes large. */
export const numberOf = (element: DerElement): number => Number(`0x0${bytesOf(element).toString('hex')}`);
