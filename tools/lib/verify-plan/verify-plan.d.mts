export function verifyPlan(text: string): { failures: string[]; report: string[] };
