import type { Endpoint } from './endpoint';

/** Verbs of summaries that double their last letter. */
const doubling = /(?:^|re)(?:stop|set|let|drop|begin|map|run|put|get)$/;
const isRead = /^(?:The|An?|Who|What|Which|How|When|Whether)\b/;

type Described = Pick<Endpoint, 'method' | 'path'> & {
  /** Left out of the web application, which would load it with every screen. */
  summary?: string;
};

/**
 * What an endpoint does, as it follows 'is required for': 'deleting a rule'. Made of the first clause of its summary, or of
 * method and path: 'deleting rules'.
 */
export function actionOf({ method, path, summary }: Described): string {
  if (summary === undefined) return `${gerunds[method]} ${nounOf(path)}`;
  const [clause = ''] = summary.split(/ ?[,;:.(]/);
  const words = clause.charAt(0).toLowerCase() + clause.slice(1);
  if (method === 'GET' || isRead.test(clause)) return `reading ${words}`;
  const [verb = '', ...rest] = words.split(' ');
  return [gerundOf(verb), ...rest].join(' ');
}

const gerunds = { GET: 'reading', POST: 'sending', PUT: 'changing', PATCH: 'changing', DELETE: 'deleting' };

/** The last word of a path that is not a parameter. */
const nounOf = (path: string): string =>
  (path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? '').replaceAll('-', ' ');

function gerundOf(verb: string): string {
  if (doubling.test(verb)) return `${verb}${verb.slice(-1)}ing`;
  return `${verb.replace(/(?<!e)e$/, '')}ing`;
}
