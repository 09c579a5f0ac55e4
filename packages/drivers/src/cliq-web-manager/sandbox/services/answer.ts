/** A call as it arrived. */
export type ReceivedCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  /** What it wants done: `getPersons` of the query service, `GET persons` or `PUT persons one` of ours. */
  operation: string;
  /** The part of a list it asks for; undefined when it does not ask for one in pages. */
  page: { first: number; max: number } | undefined;
};

/** An answer before it is written down, so that a fault can still change what is in it. */
export type Answer =
  | { form: 'json'; status: number; body: unknown }
  | { form: 'soap'; status: number; operation: string; entries: string[] }
  | { form: 'soap_fault'; status: number; code: 'Client' | 'Server'; message: string }
  | { form: 'html'; status: number; title: string };

export const notFoundPage: Answer = { form: 'html', status: 404, title: 'HTTP Status 404 – Not Found' };
