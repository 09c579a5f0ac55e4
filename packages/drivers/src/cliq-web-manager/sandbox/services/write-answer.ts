import { queryNamespace } from '../../query-wire';
import type { Answer } from './answer';
import { escapeXml } from './xml';

/** A serialised answer. */
export type Written = { contentType: string; bytes: Buffer };

const envelope = (body: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" ' +
  `xmlns:q="${queryNamespace}">` +
  `<soapenv:Header/><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`;

export function writeAnswer(answer: Answer): Written {
  const { contentType, text } = textOf(answer);
  return { contentType, bytes: Buffer.from(text) };
}

function textOf(answer: Answer): { contentType: string; text: string } {
  switch (answer.form) {
    case 'json':
      return { contentType: 'application/json', text: JSON.stringify(answer.body) };
    case 'html':
      return { contentType: 'text/html; charset=utf-8', text: page(answer.title) };
    case 'soap_fault':
      return { contentType: 'text/xml; charset=utf-8', text: envelope(faultOf(answer.code, answer.message)) };
    case 'soap':
      return { contentType: 'text/xml; charset=utf-8', text: envelope(response(answer.operation, answer.entries)) };
  }
}

function response(operation: string, entries: readonly string[]): string {
  const content = entries.join('');
  const wrapped = operation === 'getAuditTrails' ? `<auditTrails>${content}</auditTrails>` : content;
  return `<q:${operation}Response>${wrapped}</q:${operation}Response>`;
}

const faultOf = (code: string, message: string): string =>
  `<soapenv:Fault><faultcode>soapenv:${code}</faultcode><faultstring>${escapeXml(message)}</faultstring></soapenv:Fault>`;

const page = (title: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
