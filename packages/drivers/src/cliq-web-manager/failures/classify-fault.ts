import { asSentence, DriverError, type DriverErrorKind } from '../../driver-error';
import type { Failure } from '../../transport/classify-failure';
import type { Fields } from '../transport/soap-records';

/** Patterns in fault texts. The first match decides, else the code of the fault. */
const meanings: [RegExp, DriverErrorKind][] = [
  [/too many|rate limit|throttl/i, 'rate_limited'],
  [
    /not (authori[sz]ed|permitted|allowed)|unauthori[sz]ed|access denied|forbidden|permission|no right/i,
    'unauthorised',
  ],
  [/not (supported|implemented|activated|licen[cs]ed)|unsupported|(unknown|no|no such) operation/i, 'not_supported'],
];

/** The error in a SOAP fault. `Client` means that the call was wrong, `Server` that a retry may succeed. */
export function classifyFault({ faultcode = '', faultstring = '' }: Fields): Failure {
  const detail = asSentence(faultstring);
  const [code = ''] = (faultcode.split(':').at(-1) ?? '').split('.');
  const fail = (kind: DriverErrorKind, again = false): Failure => ({
    error: new DriverError(kind, { detail, cause: new Error(`SOAP fault ${code}`) }),
    again,
  });
  const meaning = meanings.find(([pattern]) => pattern.test(faultstring));
  if (meaning) return fail(meaning[1], meaning[1] === 'rate_limited');
  if (code === 'Client' || code === 'Sender') return fail('refused_item');
  if (code === 'VersionMismatch' || code === 'MustUnderstand') return fail('bad_answer');
  return fail('refused', true);
}
