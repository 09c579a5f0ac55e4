import { type Language, languages } from '@key2xs/texts';
import type { FastifyRequest } from 'fastify';

/** By our own header: browsers send theirs unasked, and programs other than ours are told everything in English. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  languages.find((language) => language === headers['x-language']) ?? 'en';
