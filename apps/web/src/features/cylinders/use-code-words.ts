import { useTranslation } from 'react-i18next';

type CodeKind = 'cylinder_types' | 'cylinder_states' | 'key_types' | 'key_states' | 'job_kinds' | 'job_states';

/** Words for a key system's codes. An unknown code is shown in readable form. */
export function useCodeWords(kind: CodeKind): (code: string) => string {
  const { t } = useTranslation('cylinders');
  const words: Record<string, string> = t(`codes.${kind}`, { returnObjects: true });
  return (code) => words[code] ?? asWords(code);
}

const asWords = (code: string) => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');
