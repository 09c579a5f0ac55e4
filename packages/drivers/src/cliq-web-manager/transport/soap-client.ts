import { DriverError } from '../../driver-error';
import type { Answer, HttpClient, Try } from '../../transport/http-client';
import { classifyAnswer } from '../failures/classify-answer';
import { classifyFault } from '../failures/classify-fault';
import { type Operation, operations, queryNamespace } from '../query-wire';
import { readSoap, type SoapAnswer } from './read-soap';
import type { Fields } from './soap-records';

export type Parameters = { [name: string]: string | Parameters };

export type SoapClient = {
  /** The records in the answer, unvalidated. @throws DriverError */
  ask(operation: Operation, parameters?: Parameters): Promise<Fields[]>;
};

/** Client of a read-only service, so that every call can be retried. */
export function createSoapClient(http: HttpClient, path: string): SoapClient {
  return {
    ask: (operation, parameters = {}) =>
      http.send({
        method: 'POST',
        path,
        headers: { 'content-type': 'text/xml; charset=utf-8', accept: 'text/xml', soapaction: '""' },
        body: envelope(operation, parameters),
        understand: (answer) => understand(operation, answer),
      }),
  };
}

const envelope = (operation: Operation, parameters: Parameters): string =>
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/">' +
  `<soapenv:Header/><soapenv:Body><q:${operation} xmlns:q="${queryNamespace}">` +
  `${writeElements(parameters)}</q:${operation}></soapenv:Body></soapenv:Envelope>`;

const writeElements = (parameters: Parameters): string =>
  Object.entries(parameters)
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? asText(value) : writeElements(value)}</${name}>`)
    .join('');

const asText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

async function understand(operation: Operation, answer: Answer): Promise<Try<Fields[]>> {
  const isFailure = answer.statusCode < 200 || answer.statusCode > 299;
  const read = await readSoap(answer.text, `${operation}Response`, operations[operation]).catch(
    (error: unknown): { error: unknown } => ({ error }),
  );
  if ('fault' in read) return { failure: faultOf(read, answer) };
  if (isFailure) return { failure: classifyAnswer(answer) };
  if ('error' in read) throw read.error;
  return { value: read.records };
}

/** Prefers a status that says more than the fault, such as how long to wait. */
function faultOf({ fault }: Extract<SoapAnswer, { fault: Fields }>, answer: Answer) {
  const failure = classifyFault(fault);
  if (answer.statusCode !== 429 && answer.statusCode !== 503) return failure;
  const { error, again } = classifyAnswer(answer);
  const { kind, retry_after_seconds } = error;
  return { error: new DriverError(kind, { detail: failure.error.detail, retry_after_seconds, cause: error }), again };
}
