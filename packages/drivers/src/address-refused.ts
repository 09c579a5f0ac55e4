import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';

/** This installation does not call that address. What opens connections for a driver throws it, before any is made. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
  readonly code = 'ADDRESS_REFUSED';

  constructor(readonly sentence: Sentence) {
    super(renderSentence(sentence));
  }
}
