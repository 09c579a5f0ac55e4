import { SaxesParser } from 'saxes';
import { queryNamespace } from '../../query-wire';

export type SoapRequest = {
  operation: string;
  /** Texts of the innermost elements by name; names are unique in every operation. */
  parameters: Map<string, string>;
};

const soapNamespace = 'http://schemas.xmlsoap.org/soap/envelope/';

/**
 * Reads a request as strictly as a server generated from a schema: checks namespaces, and refuses a document type, because
 * of entity expansion.
 * @returns undefined if it is not a SOAP 1.1 envelope with one operation in its body
 */
export function readSoapRequest(text: string): SoapRequest | undefined {
  const reading = { path: [] as string[], operations: [] as string[], parameters: new Map<string, string>() };
  const parser = new SaxesParser({ xmlns: true });
  let content = '';
  parser.on('doctype', () => {
    throw new Error('A request has no document type.');
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local }) => {
    const { path, operations } = reading;
    path.push(uri === soapNamespace ? `soap:${local}` : local);
    if (path.length === 3 && path.join() === `soap:Envelope,soap:Body,${local}`) {
      operations.push(uri === queryNamespace ? local : '');
    }
    content = '';
  });
  parser.on('text', (more) => {
    content += more;
  });
  parser.on('closetag', ({ local, isSelfClosing }) => {
    const isInOperation = reading.path.length > 3 && reading.path[1] === 'soap:Body';
    if (isInOperation && (isSelfClosing || content.trim() !== '')) reading.parameters.set(local, content.trim());
    reading.path.pop();
    content = '';
  });
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  const [operation, ...more] = reading.operations;
  return operation && more.length === 0 ? { operation, parameters: reading.parameters } : undefined;
}
