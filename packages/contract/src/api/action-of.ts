import type { Endpoint } from './endpoint';

/** Verbs of summaries that double their last letter. */
const doubling = /(?:^|re)(?:stop|set|let|drop|begin|map|run|put|get)$/;
const isRead = /^(?:The|An?|Who|What|Which|How|When|Whether)\b/;

/** What an endpoint does, as it follows 'is required for': 'deleting a rule'. Made of the first clause of its summary. */
export function actionOf({ method, summary }: Pick<Endpoint, 'method' | 'summary'>): string {
  const [clause = ''] = summary.split(/ ?[,;:.(]/);
  const words = clause.charAt(0).toLowerCase() + clause.slice(1);
  if (method === 'GET' || isRead.test(clause)) return `reading ${words}`;
  const [verb = '', ...rest] = words.split(' ');
  return [gerundOf(verb), ...rest].join(' ');
}

function gerundOf(verb: string): string {
  if (doubling.test(verb)) return `${verb}${verb.slice(-1)}ing`;
  return `${verb.replace(/(?<!e)e$/, '')}ing`;
}
