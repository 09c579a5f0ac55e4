import { z } from 'zod';
import { throwaway } from '../../../key-systems/sandbox';

/** The values of the sandbox that stands in for Microsoft. */
export const EntraSandboxValues = z.object({
  tenant_id: z.string(),
  client_id: z.string(),
  client_secret: z.string().describe(throwaway),
  certificate_p12: z.string().describe(`As base64. ${throwaway}`),
  certificate_pass_phrase: z.string().describe(throwaway),
  login_url: z.string().describe('Stands for login.microsoftonline.com.'),
  graph_url: z.string().describe('Stands for graph.microsoft.com.'),
  consent_url: z.string().describe('Where its page for consent opens in a browser.'),
});
