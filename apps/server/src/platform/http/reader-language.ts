import { type Language, languages } from '@key2xs/texts';
import type { FastifyRequest } from 'fastify';

/** From our own header: browsers always send Accept-Language, and other programs get English. */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  languages.find((language) => language === headers['x-language']) ?? 'en';
