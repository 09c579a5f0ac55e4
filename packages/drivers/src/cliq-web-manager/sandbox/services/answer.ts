/** A received call. */
export type ReceivedCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  /** `getPersons` of the query service, `GET persons` or `PUT persons one` of our own service. */
  operation: string;
  /** The requested page of a list; undefined for other calls. */
  page: { first: number; max: number } | undefined;
};

/** An answer before serialisation, so that a fault can alter its content. */
export type Answer =
  | { form: 'json'; status: number; body: unknown }
  | { form: 'soap'; status: number; operation: string; entries: string[] }
  | { form: 'soap_fault'; status: number; code: 'Client' | 'Server'; message: string }
  | { form: 'html'; status: number; title: string };

export const notFoundPage: Answer = { form: 'html', status: 404, title: 'HTTP Status 404 – Not Found' };
